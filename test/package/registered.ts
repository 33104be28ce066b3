/** The package's kernels, as tfjs has them registered. */
import type * as Tfjs from '@tensorflow/tfjs';

export const KERNELS = ['GatherElements', 'GatherND', 'ScatterElements', 'ScatterND'];

/** Returns those that are registered for a backend with a copy of tfjs. */
export function kernelsOf(tf: typeof Tfjs, backendName: string): string[] {
  return tf
    .getKernelsForBackend(backendName)
    .map(({ kernelName }) => kernelName)
    .filter((name) => KERNELS.includes(name))
    .sort();
}
