/** The words that tell what a text is about. */
import type { Corpus } from '../../../corpus.js';

/** Parts into which a text is cut. */
const PARTS = 100;
/** Share of the vocabulary, and number of its words, that are frequent enough to be learnt soon. */
const [SHARE, MOST] = [0.5, 400];

/**
 * Finds frequent words that come in clusters. Words such as ‘the’ are spread evenly over a text in any
 * language; those that name its matters crowd where it tells of them.
 */
export function topicWords({ words, counts, tokens }: Corpus, count: number): number[] {
  const candidates = Math.min(MOST, Math.ceil(words.length * SHARE));
  const squares = new Float64Array(candidates);
  for (let part = 0; part < PARTS; part++) {
    const found = new Int32Array(words.length);
    const [start, end] = [part, part + 1].map((i) => Math.floor((i * tokens.length) / PARTS));
    for (let i = start; i < end; i++) found[tokens[i]]++;
    for (let word = 0; word < candidates; word++) squares[word] += found[word] ** 2;
  }
  // The variance beyond that of chance, relative to the mean: 0 for a word that is spread by chance.
  const clustering = Array.from(squares, (sum, word) => {
    const mean = counts[word] / PARTS;
    return (sum / PARTS - mean ** 2 - mean) / mean ** 2;
  });
  return clustering
    .map((value, word) => ({ value, word }))
    .sort((a, b) => b.value - a.value)
    .slice(0, count)
    .map(({ word }) => word)
    .sort((a, b) => a - b);
}

/** The words of a map: the topics, and the word that is asked for. */
export function mapWords(topics: readonly number[], asked: number | undefined): readonly number[] {
  return asked === undefined || topics.includes(asked) ? topics : [...topics, asked];
}
