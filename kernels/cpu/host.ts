/**
 * Kernels over memory that the host can read. Other backends import them from here: with plain loops, and
 * without the parts that only the cpu backend needs.
 */
import type { BackendKernels } from '../registry/backend_kernels.js';
import { rangesIn } from '../call/bounds.js';
import { asIndices, asNumbers, type Limits, type NumericDtype } from '../call/dtypes.js';
import { isProduct, type Plan } from '../call/plan.js';
import { viewAs } from '../call/shapes.js';
import type { AnyBackend } from '../tfjs/seam.js';
import { gather, type runProduct, scatter } from './combine.js';
import { type HostLoops, PLAIN_LOOPS } from './loops.js';
import { copiedMemory, type HostMemory, type HostOutput } from './memory.js';

export { runProduct } from './combine.js';
export * from './loops.js';
export { bitsOf, copiedMemory, type HostMemory, type HostOutput, sitesAt } from './memory.js';
export { offsetsIn, type Order, orderSites } from './order.js';
export { shareOf } from './reads.js';
export { addressDistinctSlices, type EndSites, offsetOf } from './sites.js';
export { BLOCK } from './strategy.js';

/**
 * Kernels that read values back, compute on the host and write the result, for the calls that GPUs and wasm leave to it.
 * Those compute sparse products themselves, so bundles need no other loops for them.
 */
export const hostKernels: BackendKernels = /* @__PURE__ */ hostKernelsOver(
  /* @__PURE__ */ hostOver(copiedMemory, PLAIN_LOOPS),
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

/** A backend as the host's kernels see it. */
export interface Host {
  memory: HostMemory;
  loops: HostLoops;
}

/** Returns the host of each backend, which is made once. */
export function hostOver(
  memoryOf: (backend: AnyBackend) => HostMemory,
  loops: HostLoops,
): (backend: AnyBackend) => Host {
  const hosts = new WeakMap<AnyBackend, Host>();
  return (backend) => {
    const host = hosts.get(backend) ?? { memory: memoryOf(backend), loops };
    hosts.set(backend, host);
    return host;
  };
}

/** Makes kernels over memory that the host can read. */
export function hostKernelsOver(
  hostOf: (backend: AnyBackend) => Host,
  products: typeof runProduct,
): BackendKernels {
  return {
    run(plan, backend) {
      const { memory, loops } = hostOf(backend);
      const output = outputOf(plan, memory);
      const call = { memory, output, loops };
      try {
        if (isProduct(plan)) products(plan, call);
        else if (plan.target) scatter(plan, call);
        else gather(plan, call);
        return output.finish();
      } catch (error) {
        output.discard();
        throw error;
      }
    },
    // The host's values may change, so nothing is kept.
    indexRanges: (indices, width, backend) =>
      rangesIn(asIndices(hostOf(backend).memory.read(indices)), width),
    knownValues: (tensor, backend) => hostOf(backend).memory.read(tensor),
    limits: (dtype) => LIMITS[dtype],
  };
}

/** Makes the output of a call, which holds what the call starts from. */
function outputOf(plan: Plan, memory: HostMemory): HostOutput {
  const { shape, dtype } = plan;
  const start = plan.kind === 'dot' ? null : plan.start;
  if (start?.tensor) {
    // The tensor may have the values in another shape.
    return start.isGivenUp
      ? memory.takeOver(viewAs(start.tensor, shape))
      : memory.copyOf(start.tensor);
  }
  const output = memory.output(shape, dtype);
  // Others write their whole output; a gather fills dropped sites where needed.
  if (start && plan.target && (output.holdsAny || !Object.is(start.value, 0))) {
    asNumbers(output.values).fill(start.value);
  }
  return output;
}
