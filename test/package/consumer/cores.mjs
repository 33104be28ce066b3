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
console.log(
  JSON.stringify({
    isCopied: core !== copiedCore && core.engine() === copiedCore.engine(),
    tensorsOfImport: tf.memory().numTensors,
    dataOfImport: tf.memory().numDataBuffers,
    scattered: tf.zeros([3]).scatterElements([2, 2], [1, 1], { reduction: 'add' }).arraySync(),
    ofVariable: tf
      .variable(tf.tensor1d([1, 2, 6]))
      .unsortedSegmentMean([0, 1, 1], 2)
      .arraySync(),
    byCopy: copiedCore
      .tensor1d([4, 5])
      .gatherND([[1]])
      .arraySync(),
    gradient: tf
      .grad(toGather)(tf.tensor1d([1, 2]))
      .arraySync(),
  }),
);
