/** The ops of TensorFlow.js itself, for the cases that they cover. */
import { scatters, sizeOf } from '../cases.mjs';
import { toTensors } from './package.mjs';

/** Its ops by case. Its scatter adds to zeros, and its update overwrites data on cpu alone. */
const OPS = {
  'GatherND ': (tf) => (data, indices) => tf.gatherND(data, indices),
  'ScatterND add': (tf) => (data, indices, updates) =>
    tf.tidy(() => data.add(tf.scatterND(indices, updates, data.shape))),
  'ScatterND none': (tf) => (data, indices, updates) =>
    tf.tidy(() => {
      const copied = tf.getBackend() === 'cpu' ? tf.add(data, 0) : data;
      return tf.tensorScatterUpdate(copied, indices, updates);
    }),
};

/** The most outputs × updates that are timed: the time of its scatters on webgl grows with these. */
const MOST_WORK = 2 ** 28;

export function tfjs(tf, backendName, finish) {
  return {
    // Its scatters on webgpu let threads race for a place.
    races: backendName === 'webgpu',
    name: `tfjs, ${backendName}`,
    enter: () => tf.setBackend(backendName),
    async prepare(given, inputs) {
      const op = OPS[`${given.op} ${given.options?.reduction ?? ''}`];
      if (!op || (backendName === 'webgl' && !fitsWebgl(given))) return null;
      await tf.setBackend(backendName);
      const tensors = toTensors(tf, given, inputs);
      return {
        run: () => op(tf)(...tensors),
        finish,
        values: (output) => output.data(),
        release: (output) => output.dispose(),
        dispose: () => tf.dispose(tensors),
      };
    },
  };
}

/** Returns whether tfjs can be timed on webgl. Its update of a tensor sums at a place there: another op. */
function fitsWebgl(given) {
  if (!scatters(given)) return true;
  return given.options.reduction === 'add' && sizeOf(given.data) * given.indices[0] <= MOST_WORK;
}
