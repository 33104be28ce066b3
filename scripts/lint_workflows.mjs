/**
 * Checks the schema, expressions and contexts of workflows with the parser of GitHub's editors.
 * Workflows run only on GitHub, so a mistake would not show before.
 *
 * GitHub's package needs a bundler to import JSON: `npm run lint:workflows` bundles this file first.
 */
import { validate } from '@actions/languageservice';
import { readFile, readdir } from 'node:fs/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';

const folder = '.github/workflows';

/** Reads workflows that other workflows call. */
const fileProvider = {
  getFileContent: async ({ path }) => ({ name: path, content: await readFile(path, 'utf8') }),
};

async function lint(name) {
  const path = `${folder}/${name}`;
  const text = await readFile(path, 'utf8');
  const document = TextDocument.create(`file:///${path}`, 'yaml', 1, text);
  const found = await validate(document, { fileProvider });
  return found.map(
    ({ message, range: { start } }) =>
      `${path}:${start.line + 1}:${start.character + 1}: ${message}`,
  );
}

async function lintAll() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yml'));
  if (names.length === 0) return [`There are no workflows in ${folder}.`];
  return (await Promise.all(names.map(lint))).flat();
}

// The bundle is CommonJS, which has no top-level await.
void lintAll().then((problems) => {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});
