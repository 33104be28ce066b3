/**
 * tfjs' gathers and scatters as calls to this package's GatherND and ScatterND, by the rules that tfjs documents;
 * src/builtins/accelerate.ts lists them.
 */
import type {
  DataType,
  GatherV2Attrs,
  ScatterNdAttrs,
  SparseToDenseAttrs,
  TensorInfo,
  UnsortedSegmentSumAttrs,
} from '@tensorflow/tfjs-core';

import {
  GatherNd,
  GatherV2,
  ScatterNd,
  SparseToDense,
  sumOutType,
  UnsortedSegmentSum,
} from '../tfjs/seam.js';
import type { OutOfBounds } from '../call/attributes.js';
import { isNumeric } from '../call/dtypes.js';
import { COMBINE } from '../call/ops.js';
import { shapesFit, sizeOf, viewAs } from '../call/shapes.js';
import { FROM_ZERO, lookupAsND, TENSOR_SCATTER_UPDATE, tupleShape } from '../tfjs/rules.js';
import type {
  AdaptedCall,
  Adapter,
  BuiltinCall,
  RunAtOnce,
  TupleCall,
  Zeros,
} from '../registry/compose_kernels.js';

// Made once: spreading them anew takes as long as a small call.
const SUMMED = { ...FROM_ZERO, reduction: 'add', outOfBounds: 'drop' } as const;
// The default value that data holds is not part of the sum.
const SUMMED_OVER_DEFAULT = { ...SUMMED, givesUp: true, includeSelf: false };

/** Looks up slices along an axis. The dimensions before it become batches; indices repeat as needed. */
export const gatherV2: Adapter = {
  name: 'tf.gather',
  kernelName: GatherV2,
  compute({ input, attrs, runKernel }) {
    const [data, indices] = ['x', 'indices'].map(input);
    const { along, batchSize, times, sitesShape } = lookupAsND(data, indices, attrs);
    const tile = () => {
      const rows = viewAs(indices, [batchSize, 1, sizeOf(indices.shape) / batchSize]);
      return runKernel('Tile', { x: rows }, { reps: [1, times, 1] });
    };
    const sites = viewAs(times === 1 ? indices : tile(), sitesShape);
    // Spread last: V8 is slow to add a key to a spread object.
    const options = { op: 'GatherND', batchDims: along, ...FROM_ZERO };
    return runKernel(COMBINE, { data, indices: sites }, options);
  },
};

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

/** Makes an adapter that throws tfjs' own errors, where tfjs throws as well. */
export function inTfjsWords(adapter: Adapter): Adapter {
  return {
    ...adapter,
    compute(call) {
      try {
        return adapter.compute(call);
      } catch (error) {
        call.freeAtEnd(call.runTfjs());
        // tfjs takes an index that is out of bounds on its own axis only for another one.
        throw error;
      }
    },
  };
}

/** Makes an adapter from the gather or scatter that a call is. */
function adapterOf(
  read: (call: BuiltinCall) => TupleCall,
  runAtOnce: RunAtOnce | undefined,
  names: Pick<Adapter, 'name' | 'kernelName' | 'supports'>,
): Adapter {
  return {
    ...names,
    ...(runAtOnce && { runAtOnce: (call) => runAtOnce(read(call), call.backend) }),
    compute: (call) => atTuples(call, read(call)),
  };
}

export function gatherND(outOfBounds: OutOfBounds, runAtOnce?: RunAtOnce): Adapter {
  const attrs = { ...FROM_ZERO, outOfBounds };
  const read = ({ input }: BuiltinCall) => ({
    data: input('params'),
    indices: input('indices'),
    attrs,
  });
  return adapterOf(read, runAtOnce, { name: 'tf.gatherND', kernelName: GatherNd });
}

export function scatterND(outOfBounds: OutOfBounds, runAtOnce?: RunAtOnce): Adapter {
  const attrs = { ...SUMMED, outOfBounds };
  const read = (call: BuiltinCall) => {
    const { shape = [] }: Partial<ScatterNdAttrs> = call.attrs;
    const updates = call.input('updates');
    const data = zeros(call, 'shape', shape, shape, updates.dtype);
    return { data, indices: call.input('indices'), updates, attrs };
  };
  return adapterOf(read, runAtOnce, {
    name: 'tf.scatterND',
    kernelName: ScatterNd,
    supports: ({ input }) => isNumeric(input('updates').dtype),
  });
}

export function tensorScatterUpdate(outOfBounds: OutOfBounds, runAtOnce?: RunAtOnce): Adapter {
  const attrs = { ...FROM_ZERO, reduction: 'none', outOfBounds } as const;
  const read = ({ input }: BuiltinCall) => ({
    data: input('tensor'),
    indices: input('indices'),
    updates: input('updates'),
    attrs,
  });
  const names = { name: 'tf.tensorScatterUpdate', kernelName: TENSOR_SCATTER_UPDATE };
  return adapterOf(read, runAtOnce, names);
}

/** Fills a shape with a scalar. Which way is fast depends on the backend. */
export type Repeat = (call: AdaptedCall, scalar: TensorInfo, shape: number[]) => TensorInfo;

const tiled: Repeat = ({ runKernel }, scalar, shape) => {
  const reps = [sizeOf(shape)];
  return viewAs(runKernel('Tile', { x: viewAs(scalar, [1]) }, { reps }), shape);
};

export const sparseToDense = (repeat: Repeat): Adapter => ({
  name: 'tf.sparseToDense',
  kernelName: SparseToDense,
  supports({ input, attrs }) {
    const { outputShape }: Partial<SparseToDenseAttrs> = attrs;
    return isNumeric(input('sparseValues').dtype) && outputShape?.length !== 0;
  },
  compute(call) {
    const { outputShape = [] }: Partial<SparseToDenseAttrs> = call.attrs;
    const [indices, values] = ['sparseIndices', 'sparseValues'].map(call.input);
    call.checkRoom('outputShape', outputShape, outputShape);
    const data = repeat(call, call.input('defaultValue'), outputShape);
    const [siteCount] = tupleShape(indices.shape);
    // tfjs accepts one value for all indices.
    const isSingle = values.shape.length === 0;
    if (isSingle) call.checkRoom('the number of sparseIndices', siteCount, [siteCount]);
    const updates = isSingle ? repeat(call, values, [siteCount]) : values;
    return atTuples(call, { data, indices, updates, attrs: SUMMED_OVER_DEFAULT });
  },
});

export const segmentSum: Adapter = {
  name: 'tf.unsortedSegmentSum',
  kernelName: UnsortedSegmentSum,
  supports({ input }) {
    const [x, segmentIds] = ['x', 'segmentIds'].map(input);
    return isNumeric(x.dtype) && shapesFit(segmentIds.shape, x.shape.slice(0, 1));
  },
  compute(call) {
    const { numSegments = 0 }: Partial<UnsortedSegmentSumAttrs> = call.attrs;
    const [x, indices] = ['x', 'segmentIds'].map(call.input);
    const dtype = sumOutType(x.dtype);
    const updates = x.dtype === dtype ? x : call.runKernel('Cast', { x }, { dtype });
    const shape = [numSegments, ...x.shape.slice(1)];
    const data = zeros(call, 'numSegments', numSegments, shape, dtype);
    return atTuples(call, { data, indices, updates, attrs: SUMMED });
  },
};

/** Makes the adapters that all GPU backends use. */
export const gpuAdapters = (): Adapter[] => [
  scatterND('drop'),
  tensorScatterUpdate('drop'),
  sparseToDense(tiled),
  segmentSum,
];

/** Describes zeros to combine into. Throws if an argument asks for more than the backend has room for. */
export function zeros(
  { checkRoom }: BuiltinCall,
  argument: string,
  value: unknown,
  shape: number[],
  dtype: DataType,
): Zeros {
  checkRoom(argument, value, shape);
  return { shape, dtype };
}

function atTuples(
  { runKernel }: AdaptedCall,
  { data, indices, updates, attrs }: TupleCall,
): TensorInfo {
  const op = updates ? 'ScatterND' : 'GatherND';
  const tuples = updates ? viewAs(indices, tupleShape(indices.shape)) : indices;
  const inputs = updates ? { indices: tuples, updates } : { indices: tuples };
  if ('dataId' in data) return runKernel(COMBINE, { data, ...inputs }, { op, ...attrs });
  return runKernel(COMBINE, inputs, { op, start: 0, ...data, ...attrs });
}
