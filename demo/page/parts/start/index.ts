/** The first part: what the package is, why it matters, and the way to everything else. */
import type { Part } from '../../part.js';
import { readChoices } from '../../shared/choices.js';
import { button } from '../../shared/controls.js';
import { copyText } from '../../shared/copy.js';
import { element } from '../../shared/dom.js';
import { createCards } from './cards.js';
import { createCollision } from './collision.js';
import { createHeadline } from './headline.js';
import './style.css';

const INSTALL = 'npm install tfjs-gather-scatter @tensorflow/tfjs';
const PACKAGE = 'https://www.npmjs.com/package/tfjs-gather-scatter';
const LINKS = [
  ['Package', PACKAGE],
  ['Source', `${PACKAGE}?activeTab=code`],
  ['API', './api/index.html'],
] as const;

export const part: Part = {
  title: 'Read and write at computed places',
  summary:
    'A gather reads values from the places that indices name, and a scatter writes values there and ' +
    'adds up those that meet: graph networks, embeddings and particles learn through both.',
  mount(root, page) {
    const tellChoices = (query: URLSearchParams) => {
      readChoices(query, (sentence) => {
        page.showNotice(sentence);
      }).end();
    };
    tellChoices(page.query.read());
    page.query.onChange(tellChoices);
    root.append(
      createCollision(page.signal),
      createHeadline(page),
      createInstall((text) => {
        page.announce(text);
      }),
      element('h3', { textContent: 'See it work' }),
      createCards(page.signal),
    );
    return () => undefined;
  },
};

function createInstall(announce: (text: string) => void): HTMLElement {
  const line = element('code', { textContent: INSTALL });
  const copy = button('Copy', async () => {
    const isCopied = await copyText(INSTALL);
    copy.textContent = isCopied ? 'Copied' : 'Select it to copy';
    if (!isCopied) getSelection()?.selectAllChildren(line);
    announce(copy.textContent);
  });
  const links = LINKS.map(([text, href]) => element('a', { href, textContent: text }));
  return element(
    'div',
    { className: 'row install' },
    element('span', { className: 'command panel' }, line, copy),
    ...links,
  );
}
