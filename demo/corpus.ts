/** A text as a network reads it: its frequent words as numbers, in order. */

export interface Corpus {
  /** Number of words in the text, including rare ones. */
  length: number;
  /** The most frequent words, in descending order of frequency. */
  words: readonly string[];
  /** How often each of them occurs. */
  counts: readonly number[];
  /** The text as numbers of words. Rarer words are left out. */
  tokens: Int32Array;
}

/** Letters of any script, joined by apostrophes. */
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Lists the words of a text in lower case, without a genitive ’s. */
export function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(WORD) ?? [];
  return found.map((word) => word.replace(/['’]s$/, '').replace('’', "'"));
}

/** Reads a text with a vocabulary of at most `mostWords` words that occur at least `fewest` times. */
export function readCorpus(text: string, mostWords: number, fewest: number): Corpus {
  const all = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts]
    .filter(([, count]) => count >= fewest)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostWords);
  const numbers = new Map(frequent.map(([word], number) => [word, number]));
  return {
    length: all.length,
    words: frequent.map(([word]) => word),
    counts: frequent.map(([, count]) => count),
    tokens: Int32Array.from(all.flatMap((word) => numbers.get(word) ?? [])),
  };
}
