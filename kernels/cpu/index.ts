/**
 * The kernels that compute on the host: for the cpu backend, and for every backend that has none of
 * its own. The map, from a call to values:
 *
 *     gather, scatter      what a call needs, by dtype
 *       gather_singles     gathering single values in one pass
 *       combine_all        combining updates: by single values or slice by slice
 *         combine, loops   a loop for each way to combine numbers; strings has those of strings
 *         slices           copying long slices whole
 *         prefetch         reading ahead what a loop is about to write
 *         unrolled_*       the loops of scripts/loops, by eight values at a time
 *       mean               sums to averages
 *     gradients, gradient_*  the gradients of scatters, by their reductions
 *       attaining, factors  the values of scatters, in the loops of each dtype
 *       by_slice           long slices with all that lands in them
 *     places               from offsets of slices to places of single values
 *     distinct             whether sites share no slice
 *     offsets              from index values to offsets, a block of sites at a time
 *     walk                 the sites in blocks and lines
 *     strategy             from where on each way is taken
 *     memory, bits         where values are, and their views as integers or floats
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { BackendKernels } from '../contract/backend_kernels.js';
import { asIndices } from '../contract/dtypes.js';
import type { Limits, NumericDtype } from '../contract/dtypes.js';
import type { HostMemory, HostOutput } from '../contract/host_memory.js';
import { rangesIn } from '../contract/index_ranges.js';
import type { Plan } from '../contract/plan.js';
import type { HostBackend } from '../contract/tfjs_seam.js';
import { gather } from './gather.js';
import { scatterGradients } from './gradients.js';
import { copiedMemory, cpuMemory } from './memory.js';
import { scatter } from './scatter.js';

export { addressEachOnce } from './distinct.js';
export { forEachRun } from './offsets.js';
export type { RunConsumer } from './offsets.js';
export { DIFFERENTIATES_SLICES_FROM } from './strategy.js';

/** Kernels that compute on the host; they have gradients of their own. */
export type HostKernels = BackendKernels & Required<Pick<BackendKernels, 'scatterGradients'>>;

/** The kernels of the cpu backend, over values that it keeps itself. */
export const cpuKernels: HostKernels = hostKernelsOver(cpuMemory);

/** The kernels of any other backend: they read values back, compute here and write the result. */
export const hostKernels: HostKernels = hostKernelsOver(copiedMemory);

const LIMITS: Record<NumericDtype, Limits> = {
  float32: {
    lowest: -(2 - 2 ** -23) * 2 ** 127,
    highest: (2 - 2 ** -23) * 2 ** 127,
    exactIntegers: 2 ** 24,
  },
  int32: { lowest: -(2 ** 31), highest: 2 ** 31 - 1, exactIntegers: 2 ** 31 - 1 },
  bool: { lowest: 0, highest: 1, exactIntegers: 1 },
};

/**
 * Makes kernels of a backend whose memory the host can read.
 *
 * @public For the backends beside this one.
 */
export function hostKernelsOver(memoryOf: (backend: HostBackend) => HostMemory): HostKernels {
  return {
    gather: (plan, backend) => run(plan, memoryOf(backend)),
    scatter: (plan, backend) => run(plan, memoryOf(backend)),
    scatterGradients: (plan, backend) => scatterGradients(plan, memoryOf(backend)),
    knownValues: (tensor, backend) => memoryOf(backend).read(tensor),
    // Values that the host can reach may change under a tensor: nothing is remembered.
    indexRanges: (indices, width, backend) =>
      rangesIn(asIndices(memoryOf(backend).read(indices)), width),
    limits: (dtype) => LIMITS[dtype],
  };
}

/** Runs a call over some memory; if it throws, frees the output. */
function run(plan: Plan, memory: HostMemory): TensorInfo {
  const output = outputOf(plan, memory);
  try {
    if (plan.kind === 'gather') gather(plan, memory, output);
    else scatter(plan, memory, output);
    return output.finish();
  } catch (error) {
    output.discard();
    throw error;
  }
}

function outputOf({ kind, data, valuesShape, attributes }: Plan, memory: HostMemory): HostOutput {
  if (kind === 'scatter') {
    return (attributes.intoData ? memory.reuse?.(data) : null) ?? memory.copyOf(data);
  }
  // A gather writes all of its output but the dropped sites, and knows those.
  return memory.output(valuesShape, data.dtype, false);
}
