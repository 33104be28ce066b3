/** The package's kernels that are registered in tfjs. */
import type * as Tfjs from '@tensorflow/tfjs';

export const KERNELS = [
  'GatherElements',
  'GatherND',
  'ScatterElements',
  'ScatterND',
  'TensorScatter',
];

export function kernelsOf(tf: typeof Tfjs, backendName: string): string[] {
  return tf
    .getKernelsForBackend(backendName)
    .map(({ kernelName }) => kernelName)
    .filter((name) => KERNELS.includes(name))
    .sort();
}
