/** TensorFlow.js' own ops, for the cases that they cover. */
import { scatters, sizeOf } from '../cases.mjs';
import { toTensors } from './package.mjs';

/** scatterND adds to zeros, and tensorScatterUpdate overwrites its input on cpu, but only there. */
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

/** The largest outputs × updates to time: scatters on webgl take time in proportion to it. */
const MOST_WORK = 2 ** 28;

export function tfjs(tf, backendName, finish) {
  return {
    // In its scatters on webgpu, threads race for a place.
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

/** On webgl, tensorScatterUpdate sums duplicates, so it is not the same op. */
function fitsWebgl(given) {
  if (!scatters(given)) return true;
  return given.options.reduction === 'add' && sizeOf(given.data) * given.indices[0] <= MOST_WORK;
}
