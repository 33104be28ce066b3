/** Trains a model in Node, with and without acceleration of tfjs' own ops. */
import { createRequire } from 'node:module';
import { median } from 'simple-statistics';
import { load } from './contestants/tfjs_in_node.mjs';

const require = createRequire(import.meta.url);

const [VOCABULARY, BLOCK, BATCH] = [1000, 32, 8];

/**
 * Times training steps of a gpt-tfjs model with two layers of width 48. Accelerated and stock steps
 * take turns; all are accelerated if `both` is false. Returns medians in ms.
 */
export async function timeTraining(backendName, steps, both) {
  const { tf, functions } = load();
  const { model } = require('gpt-tfjs');
  await tf.setBackend(backendName);
  const sizes = { nLayer: 2, nHead: 3, nEmbd: 48, vocabSize: VOCABULARY, blockSize: BLOCK };
  const gpt = model.GPTLMHeadModel({ ...sizes, dropout: 0 });
  const texts = tf.data.generator(function* () {
    for (let i = 0; i < BATCH * (2 * steps + 2); i++) {
      const words = Array.from({ length: BLOCK + 1 }, (_, j) => (31 * i + 7 * j) % VOCABULARY);
      const following = tf.tensor1d(words.slice(1), 'int32');
      const y = tf.oneHot(following, VOCABULARY).toFloat();
      yield { x: tf.tensor1d(words.slice(0, -1), 'int32'), y };
    }
  });
  const times = { stock: [], accelerated: [] };
  let undo = functions.accelerateBuiltins();
  let start;
  // Times a step until its loss is read, without making the next batch.
  const { computeGradients } = tf.Optimizer.prototype;
  tf.Optimizer.prototype.computeGradients = function (...given) {
    start = performance.now();
    return computeGradients.apply(this, given);
  };
  const next = (_, loss, step) => {
    const elapsed = performance.now() - start;
    if (!Number.isFinite(loss)) throw new Error(`The loss is ${loss}.`);
    if (step > 2) times[undo ? 'accelerated' : 'stock'].push(elapsed);
    const wasOn = undo !== null;
    undo?.();
    undo = wasOn && both ? null : functions.accelerateBuiltins();
  };
  const training = { maxIter: 2 * steps + 2, batchSize: BATCH, shuffle: 16, lr: 0.003 };
  await gpt.train(texts, { ...training, callbacks: [next] });
  tf.Optimizer.prototype.computeGradients = computeGradients;
  undo?.();
  return {
    name: backendName,
    stockMs: both ? median(times.stock) : null,
    acceleratedMs: median(times.accelerated),
  };
}
