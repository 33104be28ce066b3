/** The global tf, which the bundle for script tags uses instead of tfjs' packages. */
const { tf } = globalThis;

if (typeof tf?.engine !== 'function') {
  throw new Error(
    'tfjs-gather-scatter: there is no global tf. Load TensorFlow.js (@tensorflow/tfjs) with a script ' +
      'tag before tfjs-gather-scatter.min.js.',
  );
}

module.exports = tf;
