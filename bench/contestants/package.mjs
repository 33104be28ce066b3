/** This package. */
import { scatters, valuesShape } from '../cases.mjs';

const FUNCTIONS = {
  GatherElements: 'gatherElements',
  GatherND: 'gatherND',
  ScatterElements: 'scatterElements',
  ScatterND: 'scatterND',
};

/**
 * Makes a contestant. `finish` waits for results that a backend is still computing, `way` is the
 * strategy on wasm, `enter` runs before each call, and `renewsIndices` gives each call new indices.
 */
export function thisPackage(tf, functions, backendName, finish, options = {}) {
  const { way = 'auto', name, enter, renewsIndices = false } = options;
  const own = `this package, ${backendName}${way === 'auto' ? '' : `, ${way}`}`;
  return {
    name: name ?? own,
    async enter() {
      await tf.setBackend(backendName);
      tf.env().set('GATHER_SCATTER_WASM', way);
      enter?.();
    },
    async prepare(given, inputs) {
      await tf.setBackend(backendName);
      const call = functions[FUNCTIONS[given.op]];
      const tensors = toTensors(tf, given, inputs);
      return {
        run: () => call(...tensors, given.options ?? {}),
        finish,
        before: renewsIndices ? () => renew(tf, tensors, finish) : undefined,
        values: (output) => output.data(),
        release: (output) => output.dispose(),
        dispose: () => tf.dispose(tensors),
      };
    },
  };
}

/** Replaces indices with a computed tensor of the same values. */
async function renew(tf, tensors, finish) {
  const [, indices] = tensors;
  tensors[1] = tf.add(indices, tf.scalar(0, 'int32'));
  indices.dispose();
  await finish();
}

/** Makes tensors for data, indices and, for a scatter, updates. */
export function toTensors(tf, given, { data, indices, updates }) {
  const { dtype = 'float32' } = given;
  return [
    tf.tensor(data, given.data, dtype),
    tf.tensor(indices, given.indices, 'int32'),
    ...(scatters(given) ? [tf.tensor(updates, valuesShape(given), dtype)] : []),
  ];
}
