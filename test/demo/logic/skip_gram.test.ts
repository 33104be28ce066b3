/** The skip-gram by the functions that the demo runs, on texts whose likenesses are known. */
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

test('words are letters in lower case, joined by apostrophes, without genitives', () => {
  const words = wordsOf("The whale's—aye, the WHALE’S!—tail. Don’t; o'er 42 sea-fowls.");
  expect(words.join(' ')).toBe("the whale aye the whale tail don't o'er sea fowls");
  expect(wordsOf('Über Ægir, Ольга, naïve')).toEqual(['über', 'ægir', 'ольга', 'naïve']);
});

test('words are numbered by their frequency, rare ones left out', () => {
  const tokens = Int32Array.of(0, 1, 0, 0, 1);
  const expected = { length: 7, words: ['b', 'a'], counts: [3, 2], tokens };
  expect(readCorpus('b a b c b a d', 2, 1)).toEqual(expected);
  expect(readCorpus('b a b c b a d', 9, 2).words).toEqual(['b', 'a']);
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

test('batches have neighbours in the text first, and are the same for the same seed only', () => {
  const corpus = twoKinds();
  const first = (seed: number) => createBatches(corpus, { size: 4096, negatives: 3, seed })();
  const { centres, targets } = first(1);
  expect([first(1), first(2).centres.length]).toEqual([{ centres, targets }, 4096]);
  expect(first(2)).not.toEqual(first(1));
  const isFood = (word: number) => 'eat bread cheese fish plate table'.includes(corpus.words[word]);
  const alike = centres.filter((word, i) => isFood(word) === isFood(targets[4 * i]));
  expect(alike.length / 4096).toBeGreaterThan(0.99);
});

describe('the skip-gram', () => {
  const OPTIONS = { ops: PACKAGE_OPS, wordCount: 5, size: 3, learningRate: 0.3, seed: 1 };
  const BATCH = {
    centres: Int32Array.of(0, 1, 0),
    targets: Int32Array.of(1, 4, 4, 0, 2, 1, 1, 3, 1),
  };

  test("takes the same steps by tfjs' own ways", async () => {
    const run = async (ops: SkipGramOptions['ops']) => {
      const model = createSkipGram({ ...OPTIONS, ops });
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
    const model = createSkipGram({ ...OPTIONS, wordCount: corpus.words.length, size });
    const next = createBatches(corpus, { size: 128, negatives: 3, seed: 1 });
    const losses: number[] = [];
    for (let step = 0; step < 150; step++) losses.push(await trainStep(model, next()));
    expect(losses[149]).toBeLessThan(0.8 * losses[0]);
    const rows = await unitRowsOf(model);
    disposeSkipGram(model);
    const near = (word: string) =>
      nearestWords(rows, size, corpus.words.indexOf(word), 5)
        .map((one) => corpus.words[one])
        .sort();
    expect(near('ship')).toEqual(['bark', 'boat', 'harbour', 'sail', 'waves']);
    expect(near('cheese')).toEqual(['bread', 'eat', 'fish', 'plate', 'table']);
  });
});
