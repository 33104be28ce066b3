/** Uses the package from TypeScript, compiled to CommonJS. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';

import use = require('./use.cjs');

const gathered: tf.Tensor = ops.gatherND([1, 2, 3], [[2]]);
gathered.dispose();
use(tf, ops);
