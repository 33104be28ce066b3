/** A text as a network reads it: its frequent words by number, in the order of the text. */

export interface Corpus {
  /** Number of words in the text, rare ones too. */
  length: number;
  /** The most frequent words, the first most of all. */
  words: readonly string[];
  /** The number of times that each of them is in the text. */
  counts: readonly number[];
  /** The numbers of the words as they follow each other; rarer words are left out. */
  tokens: Int32Array;
}

/** Letters of any script, joined by apostrophes. */
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Lists the words of a text in lower case; a genitive counts as the word itself. */
export function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(WORD) ?? [];
  return found.map((word) => word.replace(/['’]s$/, '').replace('’', "'"));
}

/** Reads a text by its most frequent words, at most `mostWords`, that occur `fewest` times at least. */
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
