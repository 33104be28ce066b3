/** Uses the core with the kernels of one backend, from ES modules and from CommonJS. */
import { createRequire } from 'node:module';

import * as tf from '@tensorflow/tfjs';
import { gatherND, registerKernels, scatterND } from 'tfjs-gather-scatter/core';
import 'tfjs-gather-scatter/backend-cpu';
import { unsortedSegmentMax } from 'tfjs-gather-scatter/segment';

const require = createRequire(import.meta.url);

/** Returns what a function throws. */
function errorOf(call) {
  try {
    call();
  } catch (error) {
    return error.message;
  }
}

const messageOf = (error) => /^\w+: the backend '\w+' has no kernels/.exec(error)?.[0];
await tf.setBackend('cpu');
const commonjs = require('tfjs-gather-scatter/core');
const withoutKernels = errorOf(() => commonjs.gatherND([1, 2], [[1]]));
require('tfjs-gather-scatter/backend-cpu');

console.log(
  JSON.stringify({
    gathered: gatherND([1, 2], [[1]]).arraySync(),
    highest: unsortedSegmentMax([1, 6, 5], [0, 0, 1], 2).arraySync(),
    gradient: tf
      .grad((x) => scatterND(x, [[0]], [3], { reduction: 'mul' }))(tf.tensor1d([1, 2]))
      .arraySync(),
    withoutKernels: messageOf(withoutKernels),
    byCommonJS: commonjs.gatherND([1, 2], [[1]]).arraySync(),
    otherKind: errorOf(() => registerKernels('mine', 'webgl'))?.includes('/backend-webgl'),
  }),
);
