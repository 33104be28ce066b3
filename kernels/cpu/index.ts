/**
 * The kernels that compute on the host, for the cpu backend and for every backend without kernels of its
 * own. From a call down to values:
 *
 *     host                   kernels over any memory, also for other backends
 *       host_loops           the loops that they are built with:
 *       plain_loops          simple ones, for other backends
 *       tuned_loops          fast ones, for the cpu backend:
 *         by_four            unrolled by four values
 *         rows               slice by slice, with prefetching
 *     gather, scatter        the steps of a call, by dtype
 *       factor_loops         changes the values that are read
 *     products               updates read from their sources, and dot products of rows
 *     places                 places of single values from offsets of slices; whether slices are distinct
 *     offsets                offsets from index values, a block of sites at a time
 *     walk                   the sites in blocks and lines
 *     strategy               the thresholds between the loops
 *     memory                 access to values, and views of them as integers or floats
 */
import type { BackendKernels } from '../registry/backend_kernels.js';
import { hostKernelsOver, runProduct } from './host.js';
import { copiedMemory, cpuMemory } from './memory.js';
import { TUNED_LOOPS } from './tuned_loops.js';

const tuned = () => TUNED_LOOPS;

export const cpuKernels: BackendKernels = hostKernelsOver(cpuMemory, tuned, runProduct);

/** The kernels for backends without their own: like cpu's, over copies of values. */
export const fallbackKernels: BackendKernels = hostKernelsOver(copiedMemory, tuned, runProduct);
