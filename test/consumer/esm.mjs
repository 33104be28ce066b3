/** Uses the package from an ES module. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';

import use from './use.cjs';

use(tf, ops);
