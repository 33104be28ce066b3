/**
 * Adapters for cpu, where tfjs' own kernels stay in memory: they run small calls, for which they are faster, and
 * word the errors.
 */
import type { GatherV2Attrs, ScatterNdAttrs, TensorInfo } from '@tensorflow/tfjs-core';

import { asIndices, isNumeric } from '../call/dtypes.js';
import { sizeOf } from '../call/shapes.js';
import { tupleShape } from '../tfjs/rules.js';
import type { BuiltinCall } from '../registry/compose_kernels.js';
import { type Adapter, zeros } from './adapter.js';
import { anyGatherND, gatherV2, scatterND } from './adapters.js';

/** The fewest sites, and the fewest values, with which this package is faster. */
const GATHER = { sites: 128, values: 128 };
const GATHER_ND = { sites: 32, values: 32 };
const SCATTER_ND = { sites: 256, values: 1024 };

/** The adapters of gathers and scatters that run beside tfjs' kernels. */
export const besideTfjs = (): Adapter[] => [
  unlessSmall('x', gatherV2, ({ input, attrs }) => {
    const { axis = 0 }: Partial<GatherV2Attrs> = attrs;
    const { shape } = input('x');
    const sites = sizeOf(input('indices').shape);
    const [length] = shape.slice(axis);
    return isBelow(GATHER, sites, (sites * sizeOf(shape)) / length);
  }),
  unlessSmall('params', inTfjsWords(anyGatherND('error')), (call) => {
    const indices = call.input('indices');
    return areFew(GATHER_ND, call, call.input('params').shape, indices, indices.shape);
  }),
  unlessSmall('updates', inTfjsWords(scatterND(zeros, 'error')), (call) => {
    const { shape = [] }: Partial<ScatterNdAttrs> = call.attrs;
    const indices = call.input('indices');
    return areFew(SCATTER_ND, call, shape, indices, tupleShape(indices.shape));
  }),
];

/** Makes an adapter for the calls of another one that are not small. */
function unlessSmall(
  values: string,
  adapter: Adapter,
  isSmall: (call: BuiltinCall) => boolean,
): Adapter {
  return {
    ...adapter,
    supports: (call) => isNumeric(call.input(values).dtype) && !isSmall(call),
  };
}

/** Makes an adapter that throws tfjs' own errors, where tfjs throws as well. */
function inTfjsWords(adapter: Adapter): Adapter {
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

type Counts = typeof GATHER;

function isBelow(least: Counts, sites: number, values: number): boolean {
  return sites < least.sites && values < least.values;
}

/** Returns whether indices are few tuples, and each is in bounds on its own axis, which tfjs does not check. */
function areFew(
  least: Counts,
  { backend }: BuiltinCall,
  shape: number[],
  { dataId, shape: { length: rank } }: TensorInfo,
  tuples: number[],
): boolean {
  const depth = tuples[tuples.length - 1];
  const sites = sizeOf(tuples) / depth;
  if (rank === 0 || !isBelow(least, sites, sites * sizeOf(shape.slice(depth)))) return false;
  const indices = asIndices(backend.readSync(dataId));
  return indices.every((index, flat) => index >= 0 && index < shape[flat % depth]);
}
