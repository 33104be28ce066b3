/** gpt-tfjs, an unmodified third-party GPT for tfjs, learns on cpu and on wasm. */
import * as tf from '@tensorflow/tfjs';
import { model } from 'gpt-tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { startBackend, stopBackend } from '../support/in_process.js';

const VOCABULARY = 1000;
const BLOCK = 32;
const STEPS = 4;

/** Texts that repeat a few of the words in order, with the word that follows each. */
function texts(): tf.data.Dataset<tf.TensorContainer> {
  const text = (start: number) => Array.from({ length: BLOCK + 1 }, (_, i) => (start + i) % 20);
  return tf.data.generator(function* () {
    for (let i = 0; i < 64; i++) {
      const words = text(i * 31);
      yield {
        x: tf.tensor1d(words.slice(0, -1), 'int32'),
        y: tf.oneHot(tf.tensor1d(words.slice(1), 'int32'), VOCABULARY).toFloat(),
      };
    }
  });
}

/** Trains a model of a size that a beginner would try; returns the loss before each step. */
async function losses(): Promise<number[]> {
  const gpt = model.GPTLMHeadModel({
    nLayer: 2,
    nHead: 3,
    nEmbd: 48,
    vocabSize: VOCABULARY,
    blockSize: BLOCK,
    dropout: 0,
  });
  const found: number[] = [];
  await gpt.train(texts(), {
    maxIter: STEPS,
    batchSize: 4,
    shuffle: 16,
    lr: 0.003,
    callbacks: [(_, loss) => found.push(loss)],
  });
  return found;
}

afterAll(stopBackend);

test.each([
  ['cpu', true],
  ['wasm', false],
  ['wasm', true],
])('its loss falls on %s with acceleration %j', async (backendName, accelerated) => {
  await startBackend(backendName);
  // tfjs mistakes what its own losses keep for a leak.
  tf.env().set('IS_TEST', false);
  const undo = accelerated ? accelerateBuiltins() : () => undefined;
  const found = await losses();
  undo();
  expect(found).toHaveLength(STEPS);
  // At first, all words are equally likely.
  expect(found[0]).toBeCloseTo(Math.log(VOCABULARY), 1);
  expect(found[STEPS - 1]).toBeLessThan(found[0] - 0.2);
});
