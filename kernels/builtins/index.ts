/**
 * Kernels for tfjs' own ops, built from this package's kernels. They run in front of tfjs' kernels, or
 * replace missing ones. Each backend's entry point picks the ones that help there.
 *
 *     adapters          each op as a call to this package's kernels
 *     sparse_segments   ops that need segment ids known to the host
 *     overrides         what an adapter is, and kernels made from adapters
 */
import type { GatherV2Attrs, ScatterNdAttrs } from '@tensorflow/tfjs-core';

import { asIndices } from '../call/dtypes.js';
import { sizeOf } from '../call/shapes.js';
import { tupleShape } from '../tfjs/rules.js';
import type { Adapter, BuiltinCall } from '../registry/compose_kernels.js';
import { gatherND, gatherV2, scatterND } from './adapters.js';

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

/** The fewest values with which this package is faster. */
const LEAST = { gather: 80, gatherND: 16, scatterND: 128 };

/** The adapters for cpu, where tfjs' own kernels run small calls, for which they are faster, and word the errors. */
export const besideTfjs = (): Adapter[] => [
  unlessSmall(inTfjsWords(gatherV2), ({ input, attrs }) => {
    const { axis = 0 }: Partial<GatherV2Attrs> = attrs;
    const { shape } = input('x');
    const [length] = shape.slice(axis);
    const size = sizeOf(shape);
    return size > 0 && (sizeOf(input('indices').shape) * size) / length < LEAST.gather;
  }),
  unlessSmall(inTfjsWords(gatherND('error')), (call) =>
    areFew(LEAST.gatherND, call, call.input('params').shape, call.input('indices').shape),
  ),
  unlessSmall(inTfjsWords(scatterND('error')), (call) => {
    const { shape = [] }: Partial<ScatterNdAttrs> = call.attrs;
    return areFew(LEAST.scatterND, call, shape, tupleShape(call.input('indices').shape));
  }),
];

/** Makes an adapter for the calls of another one that are not small. */
function unlessSmall(adapter: Adapter, isSmall: (call: BuiltinCall) => boolean): Adapter {
  return { ...adapter, supports: (call) => !isSmall(call) && adapter.supports?.(call) !== false };
}

/** Returns whether tuples address few values, and each is in bounds on its own axis, which tfjs does not check. */
function areFew(
  least: number,
  { input, backend }: BuiltinCall,
  shape: number[],
  tuples: number[],
): boolean {
  const depth = tuples[tuples.length - 1];
  const values = (sizeOf(tuples) / depth) * sizeOf(shape.slice(depth));
  // Not so if it is NaN, for tuples of no index. tfjs refuses empty tensors.
  if (!(values < least) || sizeOf(shape) === 0) return false;
  const indices = asIndices(backend.readSync(input('indices').dataId));
  return indices.every((index, flat) => index >= 0 && index < shape[flat % depth]);
}
