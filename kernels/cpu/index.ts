/**
 * The kernels that compute on the host: for the cpu backend, and for every backend that has none of
 * its own. The map, from a call to values:
 *
 *     host                 kernels over any memory, for other backends too
 *       host_loops         the loops that they are made with:
 *       plain_loops        plain ones, for other backends,
 *       tuned_loops        and those of the cpu backend:
 *         by_four          written out by four values
 *         rows             slice by slice, read ahead
 *         gathered_sums    rows that are read at their sources
 *     gpu_kernels          what the backends of GPUs leave to the host
 *     gather, scatter      what a call needs, by dtype
 *       gathered           updates that are read at their sources
 *     dot                  dot products of rows
 *       mean               sums to averages
 *     gradients, gradient_*  the gradients of scatters, by their reductions
 *     places               from offsets of slices to places of single values
 *     distinct             whether sites share no slice
 *     offsets              from index values to offsets, a block of sites at a time
 *     walk                 the sites in blocks and lines
 *     strategy             from where on each way is taken
 *     memory, bits         where values are, and their views as integers or floats
 */
import type { KernelsWithGradients } from '../contract/gradient_kernels.js';
import type { HostMemory } from '../contract/host_memory.js';
import type { HostBackend } from '../contract/tfjs_seam.js';
import { withHostGradients } from './gradients.js';
import { copiedMemory, cpuMemory } from './memory.js';
import { TUNED_LOOPS } from './tuned_loops.js';

/** The kernels of the cpu backend, over values that it keeps itself. */
export const cpuKernels: KernelsWithGradients = tunedKernelsOver(cpuMemory);

/** The kernels of any other backend, with all that cpu's have. */
export const kernelsForOthers: KernelsWithGradients = tunedKernelsOver(copiedMemory);

/**
 * Makes kernels over memory that the host can read, with all that cpu's have.
 *
 * @public For tests over other memory.
 */
export function tunedKernelsOver(
  memoryOf: (backend: HostBackend) => HostMemory,
): KernelsWithGradients {
  return withHostGradients(memoryOf, () => TUNED_LOOPS);
}
