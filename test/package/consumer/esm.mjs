/** Uses the package from an ES module. */
import * as tf from '@tensorflow/tfjs';

import use from './use.cjs';

await use(tf, (entry) => import(`tfjs-gather-scatter${entry}`));
