/** A learner of a book's words: the skip-gram. */
import { readCorpus, wordsOf, type Corpus } from '../../../corpus.js';
import type { MessageOps } from '../../../message_ops.js';
import {
  createSkipGram,
  disposeSkipGram,
  nearestWords,
  trainStep,
  unitRowsOf,
} from '../../../skip_gram.js';
import { createBatches } from '../../../skip_gram_batches.js';
import { createProjection } from '../../shared/projection.js';
import type { Learner } from './learner.js';

/** The most words to learn, and how often each must occur. */
const [MOST_WORDS, OFTEN] = [2000, 6];
/** Words in a batch, and random words for each. */
const [BATCH, NEGATIVES] = [1024, 5];
const [SIZE, LEARNING_RATE, SEED] = [32, 0.3, 1];
/** Words on the map, and words that are listed as nearest. */
const [TOPICS, LISTED] = [60, 5];

export const readBook = (text: string) => readCorpus(text, MOST_WORDS, OFTEN);

export function createWordsLearner(corpus: Corpus, ops: Pick<MessageOps, 'gather'>): Learner {
  const { words, length } = corpus;
  const vocabulary = words.length;
  const options = { ops, wordCount: vocabulary, size: SIZE, learningRate: LEARNING_RATE };
  const model = createSkipGram({ ...options, seed: SEED });
  const nextBatch = createBatches(corpus, { size: BATCH, negatives: NEGATIVES, seed: SEED });
  const project = createProjection(SIZE);
  const topics = topicWords(corpus, TOPICS);
  return {
    step: () => trainStep(model, nextBatch()),
    async look(word) {
      const units = await unitRowsOf(model);
      const found = words.indexOf(wordsOf(word)[0] ?? '');
      const own = found < 0 ? [] : [found];
      const near = own.flatMap((one) => nearestWords(units, SIZE, one, LISTED));
      const shown = [...new Set([...topics, ...own, ...near])];
      const rows = shown.flatMap((one) => [...units.subarray(one * SIZE, (one + 1) * SIZE)]);
      return {
        kind: 'words',
        words: shown.map((one) => words[one]),
        points: project(Float32Array.from(rows)),
        asked: own.map((one) => words[one]).join(),
        near: near.map((one) => words[one]),
        length,
        vocabulary,
      };
    },
    dispose() {
      disposeSkipGram(model);
    },
  };
}

/** Parts that a text is cut into, and the number of words considered: frequent ones learn quickly. */
const [PARTS, FREQUENT] = [100, 400];

/**
 * Finds frequent words that come in clusters, which show what the text is about. Words such as ‘the’ are
 * spread evenly over a text in any language.
 */
export function topicWords({ words, counts, tokens }: Corpus, count: number): number[] {
  const parts = words.map(() => new Set<number>());
  tokens.forEach((word, i) => parts[word].add(Math.floor((i * PARTS) / tokens.length)));
  /** How many parts would contain the word by chance, divided by how many do. */
  const clustering = (word: number) =>
    (PARTS * (1 - (1 - 1 / PARTS) ** counts[word])) / parts[word].size;
  return [...words.keys()]
    .slice(0, FREQUENT)
    .sort((a, b) => clustering(b) - clustering(a))
    .slice(0, count);
}
