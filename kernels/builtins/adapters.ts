/**
 * tfjs' gathers and scatters as calls of this package's GatherND and ScatterND, by the rules that tfjs
 * documents:
 *
 * - repeated indices are summed; in tensorScatterUpdate the last one wins;
 * - negative indices are out of bounds;
 * - indices out of bounds are ignored, and gather 0; in gather, and in tensorScatterUpdate where the
 *   host has the indices, they are an error.
 */
import {
  backend_util,
  GatherNd,
  GatherV2,
  ScatterNd,
  SparseToDense,
  sumOutType,
  UnsortedSegmentSum,
  util,
} from '@tensorflow/tfjs-core';
import type {
  GatherV2Attrs,
  NamedAttrMap,
  ScatterNdAttrs,
  SparseToDenseAttrs,
  TensorInfo,
  UnsortedSegmentSumAttrs,
} from '@tensorflow/tfjs-core';

import type { Composer } from '../contract/compose_kernels.js';
import { isNumeric } from '../contract/dtypes.js';
import { FROM_ZERO, TENSOR_SCATTER_UPDATE, tupleShape } from '../contract/tfjs_rules.js';

/** A call of one of tfjs' kernels. */
interface BuiltinCall {
  input: (name: string) => TensorInfo;
  attrs: NamedAttrMap;
  backendName: string;
}

/** A call, with the means to run other kernels. */
type AdaptedCall = BuiltinCall & Composer;

/** A way to carry out calls of a tfjs kernel by this package's kernels. */
export interface Adapter {
  kernelName: string;
  backendNames: readonly string[];
  /** Returns whether it can carry out a call; tfjs' own kernel gets the others. */
  takes(call: BuiltinCall): boolean;
  compute(call: AdaptedCall): TensorInfo;
}

export const ADAPTERS: readonly Adapter[] = [
  {
    kernelName: GatherV2,
    backendNames: ['wasm'],
    takes: () => true,
    compute: lookUp,
  },
  {
    kernelName: GatherNd,
    // On webgpu tfjs reads another value for an index out of bounds, and rounds int32.
    backendNames: ['wasm', 'webgpu'],
    takes: ({ input, backendName }) => backendName === 'wasm' || isNumeric(input('params').dtype),
    compute({ input, runKernel }) {
      const inputs = { data: input('params'), indices: input('indices') };
      return runKernel('GatherND', inputs, { caller: 'tf.gatherND', ...FROM_ZERO, ...DROPPED });
    },
  },
  {
    kernelName: ScatterNd,
    backendNames: ['webgl', 'webgpu', 'wasm'],
    takes: ({ input }) => isNumeric(input('updates').dtype),
    compute(call) {
      const { shape = [] }: Partial<ScatterNdAttrs> = call.attrs;
      const updates = call.input('updates');
      const data = zeros(call, shape, updates.dtype);
      return scatter(call, 'tf.scatterND', data, call.input('indices'), updates, SUMMED);
    },
  },
  {
    kernelName: TENSOR_SCATTER_UPDATE,
    backendNames: ['cpu', 'webgl', 'webgpu', 'wasm'],
    takes: () => true,
    compute(call) {
      const [tensor, indices, updates] = ['tensor', 'indices', 'updates'].map(call.input);
      const isOnGpu = call.backendName === 'webgl' || call.backendName === 'webgpu';
      const outOfBounds = isOnGpu ? 'drop' : 'error';
      const attrs = { reduction: 'none', outOfBounds };
      return scatter(call, 'tf.tensorScatterUpdate', tensor, indices, updates, attrs);
    },
  },
  {
    kernelName: SparseToDense,
    backendNames: ['webgl', 'webgpu', 'wasm'],
    takes: ({ input, attrs }) => {
      const { outputShape }: Partial<SparseToDenseAttrs> = attrs;
      return isNumeric(input('sparseValues').dtype) && outputShape?.length !== 0;
    },
    compute(call) {
      const { outputShape = [] }: Partial<SparseToDenseAttrs> = call.attrs;
      const [indices, values] = ['sparseIndices', 'sparseValues'].map(call.input);
      const data = repeated(call, call.input('defaultValue'), outputShape);
      const [siteCount] = tupleShape(indices.shape);
      // tfjs lets one value serve all indices.
      const updates = values.shape.length === 0 ? repeated(call, values, [siteCount]) : values;
      return scatter(call, 'tf.sparseToDense', data, indices, updates, SUMMED_ALONE);
    },
  },
  {
    kernelName: UnsortedSegmentSum,
    backendNames: ['cpu', 'webgl', 'webgpu'],
    takes({ input }) {
      const [x, segmentIds] = ['x', 'segmentIds'].map(input);
      return isNumeric(x.dtype) && util.arraysEqual(segmentIds.shape, x.shape.slice(0, 1));
    },
    compute(call) {
      const { numSegments = 0 }: Partial<UnsortedSegmentSumAttrs> = call.attrs;
      const x = call.input('x');
      const dtype = sumOutType(x.dtype);
      const terms = x.dtype === dtype ? x : call.runKernel('Cast', { x }, { dtype });
      const data = zeros(call, [numSegments, ...x.shape.slice(1)], dtype);
      const segmentIds = call.input('segmentIds');
      return scatter(call, 'tf.unsortedSegmentSum', data, segmentIds, terms, SUMMED);
    },
  },
];

const DROPPED = { outOfBounds: 'drop' };

/** Sums into a tensor that was made for it. */
const SUMMED = { reduction: 'add', intoData: true, ...DROPPED };

/** Sums of updates alone: data's own value, sparseToDense's default, takes no part. */
const SUMMED_ALONE = { ...SUMMED, includeSelf: false, isUniform: true };

/** Looks up slices along an axis; the dimensions before it are batches, if need be repeated. */
function lookUp({ input, attrs, runKernel }: AdaptedCall): TensorInfo {
  const { axis = 0, batchDims = 0 }: Partial<GatherV2Attrs> = attrs;
  const [data, indices] = ['x', 'indices'].map(input);
  const [along] = util.parseAxisParam(axis, data.shape);
  const { batchSize, outerSize } = backend_util.segment_util.collectGatherOpShapeInfo(
    data,
    indices,
    along,
    batchDims,
  );
  const shared = batchDims < 0 ? batchDims + indices.shape.length : batchDims;
  const lookups = indices.shape.slice(shared);
  const each = [batchSize, 1, util.sizeFromShape(lookups)];
  const repeated =
    outerSize === 1 || util.sizeFromShape(each) === 0
      ? indices
      : runKernel('Tile', { x: reshaped(indices, each) }, { reps: [1, outerSize, 1] });
  const sites = reshaped(repeated, [...data.shape.slice(0, along), ...lookups, 1]);
  const options = { caller: 'tf.gather', ...FROM_ZERO, batchDims: along };
  return runKernel('GatherND', { data, indices: sites }, options);
}

function scatter(
  { runKernel }: AdaptedCall,
  caller: string,
  data: TensorInfo,
  indices: TensorInfo,
  updates: TensorInfo,
  attrs: NamedAttrMap,
): TensorInfo {
  const inputs = { data, indices: reshaped(indices, tupleShape(indices.shape)), updates };
  return runKernel('ScatterND', inputs, { caller, ...FROM_ZERO, ...attrs });
}

function zeros(call: AdaptedCall, shape: number[], dtype: TensorInfo['dtype']): TensorInfo {
  const fill = (of: number[]) => call.runKernel('Fill', {}, { shape: of, value: 0, dtype });
  // Without memory for it, tfjs' Fill would write to address 0 of the heap there.
  return call.backendName === 'wasm' ? repeated(call, fill([]), shape) : fill(shape);
}

/** Fills a shape with a scalar. */
function repeated(call: AdaptedCall, scalar: TensorInfo, shape: number[]): TensorInfo {
  const { runKernel, backendName } = call;
  const size = util.sizeFromShape(shape);
  const data = reshaped(scalar, [1]);
  if (backendName !== 'wasm') {
    return reshaped(runKernel('Tile', { x: data }, { reps: [size] }), shape);
  }
  // Sites without indices: a twentieth of the time of tfjs' Tile there.
  const indices = runKernel('Fill', {}, { shape: [size, 0], value: 0, dtype: 'int32' });
  return reshaped(runKernel('GatherND', { data, indices }), shape);
}

/** Returns a tensor's values in another shape, valid for as long as the tensor is. */
function reshaped({ dataId, dtype }: TensorInfo, shape: number[]): TensorInfo {
  return { dataId, dtype, shape };
}
