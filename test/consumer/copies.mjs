/** Loads the package three times over, as ES modules, as CommonJS and as a second copy; uses each. */
import { createRequire } from 'node:module';

import * as tf from '@tensorflow/tfjs';
import * as copy from 'second-copy';
import * as ops from 'tfjs-gather-scatter';

import use from './use.cjs';

const require = createRequire(import.meta.url);
const commonjs = require('tfjs-gather-scatter');
if (new Set([copy.gatherND, ops.gatherND, commonjs.gatherND]).size !== 3) {
  throw new Error('Two of the copies are the same one.');
}
for (const each of [ops, commonjs, copy]) use(tf, each);
