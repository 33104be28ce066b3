/** The picture of a lane: its map of words, and the words that it takes for nearest to one. */
import type { Corpus } from '../../../corpus.js';
import { element } from '../../shared/dom.js';
import type { LaneHistory } from './lane_history.js';
import { nearestWords } from './nearest.js';
import { createWordMap } from './word_map.js';

export interface Picture {
  readonly element: HTMLElement;
  /** Shows a lane's rows; `asked` is the number of a word, if the text has it. */
  show(lane: LaneHistory, given: PictureGiven): readonly string[];
}

export interface PictureGiven {
  corpus: Corpus;
  size: number;
  /** The words on the map. */
  shown: readonly number[];
  asked: number | undefined;
  steps: number;
}

/** Nearest words that are listed. */
const LISTED = 8;

export function createPicture(
  title: string,
  onPick: (word: string) => void,
  signal: AbortSignal,
): Picture {
  const map = createWordMap(`Map of frequent words, ${title}`, onPick, signal);
  const asked = element('span', { textContent: 'Nearest words' });
  const list = element('ol', { ariaLabel: `Nearest words, ${title}` });
  const items = Array.from({ length: LISTED }, () => {
    const item = element('li', {});
    list.append(item);
    return item;
  });
  const unlearnt = element('p', { textContent: 'Nothing is learnt yet.' });
  const nearest = element('div', { className: 'nearest' }, asked, list, unlearnt);
  return {
    element: element('figure', { className: 'words-picture' }, map.element, nearest),
    show(lane, { corpus: { words }, size, shown, asked: word, steps }) {
      // Rows are random at first: what is near then says nothing of a word.
      const isLearnt = steps > 0;
      const near =
        word === undefined || !isLearnt ? [] : nearestWords(lane.rows, size, word, LISTED);
      asked.textContent = word === undefined ? 'Nearest words' : `Nearest to ${words[word]}`;
      nearest.classList.toggle('unlearnt', !isLearnt);
      items.forEach((item, i) => {
        item.textContent = i < near.length ? nearText(words[near[i].word], near[i].cosine) : '–';
      });
      const isNear = new Set(near.map((one) => one.word));
      const mapped = shown.map((one) => ({
        text: words[one],
        kind: one === word ? 'asked' : isNear.has(one) ? 'near' : 'plain',
      })) satisfies Parameters<typeof map.show>[0];
      const listed = near.map((one) => words[one.word]);
      const name = word === undefined ? undefined : words[word];
      map.show(mapped, lane.map, describe(mapped.length, steps, name, listed));
      return listed;
    },
  };
}

function nearText(word: string, cosine: number): string {
  return `${word} ${cosine.toFixed(2)}`;
}

function describe(
  count: number,
  steps: number,
  word: string | undefined,
  near: readonly string[],
): string {
  const nearest =
    word !== undefined && near.length > 0 ? `, nearest to ${word}: ${near.join(', ')}` : '';
  return `${count} words after ${steps} step${steps === 1 ? '' : 's'}${nearest}`;
}
