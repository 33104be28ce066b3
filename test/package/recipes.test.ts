/** docs/recipes.md lists every recipe of each page, in their order, so that readers find all of them. */
import { documents, read } from '../support/documents.js';

const index = read('docs/recipes.md');
const pages = documents().filter(({ file }) => file.startsWith('docs/recipes/'));

/** The titles that a pattern finds. */
const titles = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, each]) => each);

test('the index names all pages of recipes', () => {
  const named = titles(index, /^## \[.*\]\((.*)\)$/gm).map((link) => `docs/${link}`);
  expect(named.sort()).toEqual(pages.map(({ file }) => file));
});

test.each(pages.map(({ file, text }) => [file, text]))('the index lists %s', (file, text) => {
  const link = file.replace('docs/', '');
  const listed = titles(index, new RegExp(`^- \\[(.*?)\\]\\(${link}#`, 'gm'));
  expect(listed).toEqual(titles(text, /^## (.*)$/gm));
});
