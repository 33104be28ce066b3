/** Uses the package from TypeScript, compiled to CommonJS. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as converter from 'tfjs-gather-scatter/converter';
import * as layers from 'tfjs-gather-scatter/layers';
import * as segments from 'tfjs-gather-scatter/segment';

import use = require('./use.cjs');

const gathered: tf.Tensor = ops.gatherND([1, 2, 3], [[2]]);
const summed: tf.Tensor = segments.unsortedSegmentSum(gathered, [0], 1);
tf.dispose([gathered, summed]);
void use(tf, ops, segments, converter, layers);
