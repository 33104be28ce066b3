/**
 * Imports tfjs, and a copy of the package with another copy of tfjs-core, in the order of the
 * arguments, and uses the methods of tensors.
 */
import { createRequire } from 'node:module';

for (const name of process.argv.slice(2)) await import(name);

const require = createRequire(import.meta.url);
const tf = require('@tensorflow/tfjs');
const requireInCopy = createRequire(require.resolve('second-copy'));
const [core, copiedCore] = [require, requireInCopy].map((load) => load('@tensorflow/tfjs-core'));

const toGather = (x) => x.gatherND([[1], [1]]).square();
const isCopied = core !== copiedCore && core.engine() === copiedCore.engine();
const { numTensors: tensorsOfImport, numDataBuffers: dataOfImport } = tf.memory();
const results = {
  scattered: tf.zeros([3]).scatterElements([2, 2], [1, 1], { reduction: 'add' }),
  ofVariable: tf.variable(tf.tensor1d([1, 2, 6])).unsortedSegmentMean([0, 1, 1], 2),
  byCopy: copiedCore.tensor1d([4, 5]).gatherND([[1]]),
  gradient: tf.grad(toGather)(tf.tensor1d([1, 2])),
};
const values = Object.entries(results).map(([name, result]) => [name, result.arraySync()]);
console.log(
  JSON.stringify({ isCopied, tensorsOfImport, dataOfImport, ...Object.fromEntries(values) }),
);
