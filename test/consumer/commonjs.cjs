/** Uses the package from a CommonJS module. */
const tf = require('@tensorflow/tfjs');
const ops = require('tfjs-gather-scatter');
const converter = require('tfjs-gather-scatter/converter');
const layers = require('tfjs-gather-scatter/layers');
const segments = require('tfjs-gather-scatter/segment');

const use = require('./use.cjs');

use(tf, ops, segments, converter, layers);
