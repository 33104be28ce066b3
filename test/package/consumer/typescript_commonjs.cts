/** Uses the package from TypeScript, compiled to CommonJS. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as converter from 'tfjs-gather-scatter/converter';
import 'tfjs-gather-scatter/chained';
import 'tfjs-gather-scatter/backend-cpu';
import * as core from 'tfjs-gather-scatter/core';
import * as indexing from 'tfjs-gather-scatter/indexing';
import * as layers from 'tfjs-gather-scatter/layers';
import * as segments from 'tfjs-gather-scatter/segment';
import * as namespace from 'tfjs-gather-scatter/tf';

import use = require('./use.cjs');

const gathered: tf.Tensor = ops.gatherND([1, 2, 3], [[2]]);
const summed: tf.Tensor = segments.unsortedSegmentSum(gathered, [0], 1);
const chained: namespace.Tensor = summed.gatherElements([0]);
/** The core's functions are the same as the whole package's. */
export const ofCore: typeof ops.scatterND = core.scatterND;
tf.dispose([gathered, summed, chained]);
const entries: Record<string, unknown> = {
  '': ops,
  '/converter': converter,
  '/indexing': indexing,
  '/layers': layers,
  '/segment': segments,
  '/tf': namespace,
};
void use(tf, (entry: string) => entries[entry]);
