/** Uses the package from a CommonJS module. */
const tf = require('@tensorflow/tfjs');
const ops = require('tfjs-gather-scatter');

const use = require('./use.cjs');

use(tf, ops);
