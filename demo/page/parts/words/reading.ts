/** Reads a text, unless it is too short to learn from. */
import { readCorpus, type Corpus } from '../../../corpus.js';

export interface ReadRequest {
  /** The text; or the address where it is. */
  text?: string;
  url?: string;
  mostWords: number;
}

export type ReadReply = { corpus: Corpus } | { problem: string };

/** Words that a text has to have, and words of them that occur often. */
export const [FEWEST_WORDS, FEWEST_FREQUENT] = [1000, 50];
/** Occurrences from which on a word is learnt. */
const OFTEN = 3;

/** Reads a text, or tells in a sentence why nothing can be learnt from it. */
export function readText(text: string, mostWords: number): ReadReply {
  if (text.trim() === '') {
    return { problem: `Paste a text here. It takes ${numeral(FEWEST_WORDS)} words or more.` };
  }
  const corpus = readCorpus(text, mostWords, OFTEN);
  if (corpus.length < FEWEST_WORDS) {
    const expected = `expected ${numeral(FEWEST_WORDS)} or more`;
    return { problem: `The text has ${countOf(corpus.length)}, ${expected}.` };
  }
  const frequent = corpus.words.length;
  if (frequent < FEWEST_FREQUENT) {
    const found = `The text has ${countOf(frequent)} that ${frequent === 1 ? 'occurs' : 'occur'}`;
    return { problem: `${found} ${OFTEN} times or more, expected ${FEWEST_FREQUENT} or more.` };
  }
  return { corpus };
}

/** Fetches a text, and reads it. */
export async function readUrl(url: string, mostWords: number): Promise<ReadReply> {
  try {
    const response = await fetch(url);
    if (!response.ok) return { problem: notLoaded(`The server answered ${response.status}.`) };
    return readText(await response.text(), mostWords);
  } catch {
    return { problem: notLoaded('The connection failed.') };
  }
}

const notLoaded = (reason: string) => `The book did not load. ${reason} Restart tries again.`;
const numeral = (count: number) => count.toLocaleString('en');
const countOf = (count: number) => `${numeral(count)} word${count === 1 ? '' : 's'}`;
