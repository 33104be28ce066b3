/**
 * Kernels for tfjs' own ops, built from this package's kernels. They run in front of tfjs' kernels, or
 * replace missing ones. Each backend's entry point picks the ones that help there.
 *
 *     adapters          each op as a call to this package's kernels
 *     sparse_segments   ops that need segment ids known to the host
 *     overrides         what an adapter is, and kernels made from adapters
 */
import type { GatherV2Attrs } from '@tensorflow/tfjs-core';

import { sizeOf } from '../call/shapes.js';
import type { Adapter } from '../registry/compose_kernels.js';
import { gatherV2 } from './adapters.js';

export { overrideKernels, supplyMissing } from './overrides.js';
export * from './adapters.js';
export { sparseSegmentMessage, sparseSegments } from './sparse_segments.js';

/** Makes an adapter that throws tfjs' own errors, where tfjs throws as well. */
export function inTfjsWords(adapter: Adapter): Adapter {
  return {
    ...adapter,
    compute(call) {
      try {
        return adapter.compute(call);
      } catch (error) {
        call.freeAtEnd(call.runOwn());
        // tfjs takes an index that is out of bounds on its own axis only for another one.
        throw error;
      }
    },
  };
}

/** The fewest values with which a lookup on cpu is faster than tfjs' own. */
const MANY = 32;

/** Makes the adapter for cpu, where tfjs' kernel is faster for few values, and words the errors. */
export const gatherMany = (): Adapter => ({
  ...inTfjsWords(gatherV2),
  supports({ input, attrs }) {
    const { axis = 0 }: Partial<GatherV2Attrs> = attrs;
    const { shape } = input('x');
    const [length] = shape.slice(axis);
    const size = sizeOf(shape);
    return size === 0 || (sizeOf(input('indices').shape) * size) / length >= MANY;
  },
});
