/** The benchmark, on the machine of the visitor. */
import type { Part } from '../../part.js';

export const part: Part = {
  title: 'Your machine',
  summary: 'The package against the kernels of TensorFlow.js, measured on this machine.',
  mount() {
    return () => undefined;
  },
};
