/** Loads the package as ES modules, as CommonJS and as a second copy, and uses each. */
import { createRequire } from 'node:module';

import * as tf from '@tensorflow/tfjs';
import * as copy from 'second-copy';
import 'second-copy/chained';
import * as copiedConverter from 'second-copy/converter';
import * as copiedIndexing from 'second-copy/indexing';
import * as copiedLayers from 'second-copy/layers';
import * as copiedSegments from 'second-copy/segment';
import * as copiedNamespace from 'second-copy/tf';
import * as ops from 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/chained';
import * as converter from 'tfjs-gather-scatter/converter';
import * as indexing from 'tfjs-gather-scatter/indexing';
import * as layers from 'tfjs-gather-scatter/layers';
import * as segments from 'tfjs-gather-scatter/segment';
import * as namespace from 'tfjs-gather-scatter/tf';

import use from './use.cjs';

const require = createRequire(import.meta.url);
const commonjs = require('tfjs-gather-scatter');
if (new Set([copy.gatherND, ops.gatherND, commonjs.gatherND]).size !== 3) {
  throw new Error('Two of the copies are the same one.');
}
require('tfjs-gather-scatter/chained');
await use(tf, ops, segments, converter, layers, namespace, indexing);
await use(
  tf,
  commonjs,
  require('tfjs-gather-scatter/segment'),
  require('tfjs-gather-scatter/converter'),
  require('tfjs-gather-scatter/layers'),
  require('tfjs-gather-scatter/tf'),
  require('tfjs-gather-scatter/indexing'),
);
await use(tf, copy, copiedSegments, copiedConverter, copiedLayers, copiedNamespace, copiedIndexing);

const stock = tf.getGradient('GatherV2');
const undos = [ops, commonjs, copy].map(({ accelerateBuiltins }) => accelerateBuiltins());
for (const undo of undos) undo();
if (tf.getGradient('GatherV2') !== stock) {
  throw new Error('Undoing the accelerations of all copies left one of them.');
}
