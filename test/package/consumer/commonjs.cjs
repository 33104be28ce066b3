/** Uses the package from a CommonJS module. */
const tf = require('@tensorflow/tfjs');

const use = require('./use.cjs');

require.resolve('tfjs-gather-scatter/dist/tfjs-gather-scatter.min.js');
use(tf, (entry) => require(`tfjs-gather-scatter${entry}`));
