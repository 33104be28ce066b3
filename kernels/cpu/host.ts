/**
 * Kernels over memory that the host can read. Other backends import them from here: with plain loops, and
 * without the parts that only the cpu backend needs.
 */
import type { BackendKernels } from '../registry/backend_kernels.js';
import { rangesIn } from '../call/bounds.js';
import { asIndices, type Limits, type NumericDtype } from '../call/dtypes.js';
import { isInOrder } from '../call/geometry.js';
import { indexedEndOf, isProduct, type Plan } from '../call/plan.js';
import { viewAs } from '../call/shapes.js';
import type { AnyBackend } from '../tfjs/seam.js';
import { gather } from './gather.js';
import type { HostLoops } from './host_loops.js';
import { copiedMemory, type HostMemory, type HostOutput } from './memory.js';
import { PLAIN_LOOPS } from './plain_loops.js';
import type { runProduct } from './products.js';
import { scatter } from './scatter.js';

export { shareOf } from './factor_loops.js';
export type * from './host_loops.js';
export { bitsOf, copiedMemory, type HostMemory, type HostOutput, sitesAt } from './memory.js';
export { offsetsIn, type Order, orderSites } from './order.js';
export { addressDistinctSlices } from './places.js';
export { PLAIN_LOOPS } from './plain_loops.js';
export { runProduct } from './products.js';
export { BLOCK } from './strategy.js';
export { type EndSites, offsetOf } from './walk.js';

/**
 * Kernels that read values back, compute on the host and write the result, for the calls that GPUs and wasm leave to it.
 * Those compute sparse products themselves, so bundles need no other loops for them.
 */
export const hostKernels: BackendKernels = /* @__PURE__ */ hostKernelsOver(
  copiedMemory,
  () => PLAIN_LOOPS,
  () => {
    throw new Error('No backend leaves sparse products to the host.');
  },
);

const HIGHEST = (2 - 2 ** -23) * 2 ** 127;

const LIMITS: Record<NumericDtype, Limits> = {
  float32: { lowest: -HIGHEST, highest: HIGHEST, exactIntegers: 2 ** 24 },
  int32: { lowest: -(2 ** 31), highest: 2 ** 31 - 1, exactIntegers: 2 ** 31 - 1 },
  bool: { lowest: 0, highest: 1, exactIntegers: 1 },
};

/** Makes kernels over memory that the host can read. */
export function hostKernelsOver(
  memoryOf: (backend: AnyBackend) => HostMemory,
  loopsOf: (backend: AnyBackend) => HostLoops,
  products: typeof runProduct,
): BackendKernels {
  return {
    run(plan, backend) {
      const memory = memoryOf(backend);
      const output = outputOf(plan, memory);
      const call = { memory, output, loops: loopsOf(backend) };
      try {
        if (isProduct(plan)) products(plan, call);
        else if (plan.kind === 'gather') gather(plan, call);
        else scatter(plan, call);
        return output.finish();
      } catch (error) {
        output.discard();
        throw error;
      }
    },
    // The host's values may change, so nothing is kept.
    indexRanges: (indices, width, backend) =>
      rangesIn(asIndices(memoryOf(backend).read(indices)), width),
    knownValues: (tensor, backend) => memoryOf(backend).read(tensor),
    limits: (dtype) => LIMITS[dtype],
  };
}

function outputOf(plan: Plan, memory: HostMemory): HostOutput {
  const { tensor: data, geometry } = indexedEndOf(plan);
  const { intoData } = plan.attributes;
  if (plan.kind === 'scatter') return memory.copyOf(data, intoData);
  if (intoData && isInOrder(geometry)) return memory.copyOf(viewAs(data, plan.valuesShape), true);
  // Others write their whole output; a gather fills dropped sites where needed.
  return memory.output(plan.valuesShape, data.dtype);
}
