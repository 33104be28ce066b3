/** What TensorFlow.js itself has for some of the cases. */
import { scatters, sizeOf } from '../cases.mjs';
import { toTensors } from './package.mjs';

/** Its scatter adds, and to zeros; its update of a tensor overwrites data on cpu: so both copy. */
const OPS = {
  'GatherND ': (tf) => (data, indices) => tf.gatherND(data, indices),
  'ScatterND add': (tf) => (data, indices, updates) =>
    tf.tidy(() => data.add(tf.scatterND(indices, updates, data.shape))),
  'ScatterND none': (tf) => (data, indices, updates) =>
    tf.tidy(() => tf.tensorScatterUpdate(tf.add(data, 0), indices, updates)),
};

/** The time of its scatters on webgl grows with outputs times updates; what is above is left out. */
const MOST_WORK = 2 ** 28;

export function tfjs(tf, backendName, finish) {
  return {
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
        values: (output) => output.dataSync(),
        release: (output) => output.dispose(),
        dispose: () => tf.dispose(tensors),
      };
    },
  };
}

/** On webgl its update of a tensor sums what lands on one place: that is another op. */
function fitsWebgl(given) {
  if (!scatters(given)) return true;
  return given.options.reduction === 'add' && sizeOf(given.data) * given.indices[0] <= MOST_WORK;
}
