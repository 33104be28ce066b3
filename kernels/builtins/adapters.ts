/**
 * tfjs' gathers and scatters as calls to this package's GatherND and ScatterND, by the rules that tfjs documents;
 * src/builtins/accelerate.ts lists them.
 */
import type {
  NamedAttrMap,
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
import { COMBINE, OPS } from '../call/ops.js';
import { shapesFit, sizeOf, viewAs } from '../call/shapes.js';
import { FROM_ZERO, lookupAsND, TENSOR_SCATTER_UPDATE, tupleShape } from '../tfjs/rules.js';
import type { AdaptedCall, Adapter } from '../registry/compose_kernels.js';

const GATHER = OPS.GatherND.kernelName;

// Made once: spreading them anew takes as long as a small call.
const SUMMED = { ...FROM_ZERO, reduction: 'add', outOfBounds: 'drop' };
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
    const options = { op: GATHER, batchDims: along, ...FROM_ZERO };
    return runKernel(COMBINE, { data, indices: sites }, options);
  },
};

export function gatherND(outOfBounds: OutOfBounds): Adapter {
  const attrs = { op: GATHER, ...FROM_ZERO, outOfBounds };
  return {
    name: 'tf.gatherND',
    kernelName: GatherNd,
    compute({ input, runKernel }) {
      const inputs = { data: input('params'), indices: input('indices') };
      return runKernel(COMBINE, inputs, attrs);
    },
  };
}

export function scatterND(outOfBounds: OutOfBounds): Adapter {
  const attrs = { ...SUMMED, outOfBounds };
  return {
    name: 'tf.scatterND',
    kernelName: ScatterNd,
    supports: ({ input }) => isNumeric(input('updates').dtype),
    compute(call) {
      const { shape = [] }: Partial<ScatterNdAttrs> = call.attrs;
      const updates = call.input('updates');
      call.checkRoom('shape', shape, shape);
      const start = { start: 0, shape, dtype: updates.dtype };
      return scatter(call, null, call.input('indices'), updates, { ...attrs, ...start });
    },
  };
}

export function tensorScatterUpdate(outOfBounds: OutOfBounds): Adapter {
  const attrs = { ...FROM_ZERO, reduction: 'none', outOfBounds };
  return {
    name: 'tf.tensorScatterUpdate',
    kernelName: TENSOR_SCATTER_UPDATE,
    compute(call) {
      const [tensor, indices, updates] = ['tensor', 'indices', 'updates'].map(call.input);
      return scatter(call, tensor, indices, updates, attrs);
    },
  };
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
    return scatter(call, data, indices, updates, SUMMED_OVER_DEFAULT);
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
    const x = call.input('x');
    const dtype = sumOutType(x.dtype);
    const terms = x.dtype === dtype ? x : call.runKernel('Cast', { x }, { dtype });
    const shape = [numSegments, ...x.shape.slice(1)];
    call.checkRoom('numSegments', numSegments, shape);
    const segmentIds = call.input('segmentIds');
    return scatter(call, null, segmentIds, terms, { ...SUMMED, start: 0, shape, dtype });
  },
};

/** Makes the adapters that all GPU backends use. */
export const gpuAdapters = (): Adapter[] => [
  scatterND('drop'),
  tensorScatterUpdate('drop'),
  sparseToDense(tiled),
  segmentSum,
];

function scatter(
  { runKernel }: AdaptedCall,
  data: TensorInfo | null,
  indices: TensorInfo,
  updates: TensorInfo,
  attrs: NamedAttrMap,
): TensorInfo {
  const inputs = { indices: viewAs(indices, tupleShape(indices.shape)), updates };
  const how = { op: OPS.ScatterND.kernelName, ...attrs };
  return runKernel(COMBINE, data ? { data, ...inputs } : inputs, how);
}
