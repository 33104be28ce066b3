/** The skip-gram by the functions that the demo runs, on texts whose likenesses are known. */
import * as tf from '@tensorflow/tfjs';

import { readCorpus, wordsOf, type Corpus } from '../../../demo/corpus.js';
import { ONE_HOT_OPS, TFJS_OPS } from '../../../demo/message_ops.js';
import { PACKAGE_OPS } from '../../../demo/package_ops.js';
import { randomNumbers } from '../../../demo/random.js';
import {
  createSkipGram,
  disposeSkipGram,
  nearestWords,
  trainStep,
  unitRowsOf,
  type SkipGramOptions,
} from '../../../demo/skip_gram.js';
import { createBatches } from '../../../demo/skip_gram_batches.js';

const close = (values: number[]) => values.map((value): unknown => expect.closeTo(value, 4));

describe('the words of a text', () => {
  test('are its letters in lower case, joined by apostrophes, without genitives', () => {
    const words = wordsOf("The whale's—aye, the WHALE’S!—tail. Don’t; o'er 42 sea-fowls.");
    expect(words.join(' ')).toBe("the whale aye the whale tail don't o'er sea fowls");
    expect(wordsOf('Über Ægir, Ольга, naïve')).toEqual(['über', 'ægir', 'ольга', 'naïve']);
    expect(wordsOf('12 — !')).toEqual([]);
  });

  test('are numbered by their frequency, rare ones left out', () => {
    expect(readCorpus('b a b c b a d', 2, 1)).toEqual({
      length: 7,
      words: ['b', 'a'],
      counts: [3, 2],
      tokens: Int32Array.of(0, 1, 0, 0, 1),
    });
    expect(readCorpus('b a b c b a d', 9, 2).words).toEqual(['b', 'a']);
  });
});

/** A text in which three words stand in the place of each other, and three others too. */
function twoKinds(): Corpus {
  const random = randomNumbers(3);
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)];
  const sentences = Array.from({ length: 700 }, (_, i) =>
    i % 2 === 0
      ? `sail ${one(['ship', 'boat', 'bark'])} waves harbour`
      : `eat ${one(['bread', 'cheese', 'fish'])} plate table`,
  );
  // Sentences of a kind follow each other, so that neighbours beyond a sentence are of it, too.
  return readCorpus(sentences.sort().join(' '), 20, 1);
}

describe('batches', () => {
  const corpus = twoKinds();
  const options = { size: 4096, negatives: 3, seed: 1 };

  test('are the same for the same seed only', () => {
    const first = (seed: number) => createBatches(corpus, { ...options, seed })();
    expect(first(1)).toEqual(first(1));
    expect(first(2)).not.toEqual(first(1));
  });

  test('have neighbours in the text first, then words by their flattened frequency', () => {
    const { centres, targets } = createBatches(corpus, options)();
    expect([centres.length, targets.length]).toEqual([4096, 4 * 4096]);
    const isFood = (word: number) =>
      'eat bread cheese fish plate table'.includes(corpus.words[word]);
    let alike = 0;
    centres.forEach((word, i) => {
      if (isFood(word) === isFood(targets[4 * i])) alike++;
    });
    expect(alike / 4096).toBeGreaterThan(0.99);
    const drawn = new Array<number>(corpus.words.length).fill(0);
    targets.forEach((word, i) => {
      if (i % 4 !== 0) drawn[word]++;
    });
    const weights = corpus.counts.map((count) => count ** 0.75);
    const sum = weights.reduce((a, b) => a + b);
    drawn.forEach((count, word) => {
      expect(count / (3 * 4096)).toBeCloseTo(weights[word] / sum, 1.5);
    });
  });
});

describe('the skip-gram', () => {
  const create = (options: Partial<SkipGramOptions> = {}) =>
    createSkipGram({
      ops: PACKAGE_OPS,
      wordCount: 5,
      size: 3,
      learningRate: 0.3,
      seed: 1,
      ...options,
    });
  const BATCH = {
    centres: Int32Array.of(0, 1, 0),
    targets: Int32Array.of(1, 4, 4, 0, 2, 1, 1, 3, 1),
  };

  test('has the loss of its definition', async () => {
    const model = create();
    const [rows, others] = [await model.words.array(), await model.neighbours.array()];
    let expected = 0;
    BATCH.targets.forEach((target, i) => {
      const row = rows[BATCH.centres[Math.floor(i / 3)]];
      const score = row.reduce((sum, value, j) => sum + value * others[target][j], 0);
      expected -= Math.log(1 / (1 + Math.exp(i % 3 === 0 ? -score : score)));
    });
    expect(await trainStep(model, BATCH)).toBeCloseTo(expected / 3, 5);
    disposeSkipGram(model);
  });

  test("takes the same steps by tfjs' own ways", async () => {
    const run = async (ops: SkipGramOptions['ops']) => {
      const model = create({ ops });
      const losses: number[] = [];
      for (let step = 0; step < 5; step++) losses.push(await trainStep(model, BATCH));
      const rows = await unitRowsOf(model);
      disposeSkipGram(model);
      return { losses, rows: [...rows] };
    };
    const ours = await run(PACKAGE_OPS);
    for (const ops of [TFJS_OPS, ONE_HOT_OPS]) {
      const theirs = await run(ops);
      expect(theirs.losses).toEqual(close(ours.losses));
      expect(theirs.rows).toEqual(close(ours.rows));
    }
    expect(ours.losses[4]).toBeLessThan(ours.losses[0]);
  });

  test('learns which words keep like company', async () => {
    const corpus = twoKinds();
    const size = 8;
    const model = create({ wordCount: corpus.words.length, size });
    const next = createBatches(corpus, { size: 128, negatives: 3, seed: 1 });
    const losses: number[] = [];
    for (let step = 0; step < 150; step++) losses.push(await trainStep(model, next()));
    expect(losses[149]).toBeLessThan(0.8 * losses[0]);
    const rows = await unitRowsOf(model);
    disposeSkipGram(model);
    const near = (word: string, count: number) =>
      nearestWords(rows, size, corpus.words.indexOf(word), count)
        .map((one) => corpus.words[one])
        .sort();
    expect(near('ship', 5)).toEqual(['bark', 'boat', 'harbour', 'sail', 'waves']);
    expect(near('cheese', 5)).toEqual(['bread', 'eat', 'fish', 'plate', 'table']);
  });
});
