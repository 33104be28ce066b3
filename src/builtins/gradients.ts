/**
 * Gradients for ops of tfjs, by the rules that it documents (see accelerate.ts). All are linear and consist of gathers,
 * scatters and fused products, so tfjs can differentiate them again.
 */
import type {
  CropAndResizeAttrs,
  DenseBincountAttrs,
  GradConfig,
  MeanAttrs,
  NamedAttrMap,
  StridedSliceAttrs,
  SumAttrs,
  Tensor,
} from '@tensorflow/tfjs-core';

import * as tf from '../../kernels/tfjs/seam.js';
import { COMBINE } from '../../kernels/call/ops.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import {
  FROM_ZERO,
  keptShape,
  TENSOR_SCATTER_UPDATE,
  tupleShape,
} from '../../kernels/tfjs/rules.js';
import { makeOnes, requireKernels } from '../backends.js';
import { checkDifferentiable, configOf, namedGradients } from '../gradients/op_gradients.js';
import { inShape, readInOrder } from '../gradients/reads.js';
import { dyAtLastSites, zeroAtSites } from '../gradients/reductions.js';
import { countSites, type CallSites, sitesOfTuples } from '../gradients/sites.js';
import { tuplesOfLookup } from '../ops/rows.js';
import { withGradient, asConstant } from '../tape.js';
import {
  addN,
  broadcastTo,
  ceil,
  CropAndResize,
  floor,
  matMul,
  range,
  split,
  stack,
} from '../tfjs_ops.js';

/** The gradients of ops that have none in tfjs. */
export const BUILTIN_GRADIENTS: readonly GradConfig[] = [
  {
    // The tape keeps the indices of the values, its second output. Only the values have a gradient.
    ...builtinGradient('tf.topk', tf.TopK, ['x'], (dys, [x, indices]) => ({
      x() {
        // tfjs passes a list, because there are two outputs.
        const [dy] = [dys].flat();
        return sitesOfTuples(x.shape, indices, x.rank - 1, [...indices.shape, 1]).sum(dy);
      },
    })),
    outputsToSave: [false, true],
  },
  builtinGradient('tf.stridedSlice', tf.StridedSlice, ['x'], (dy, [x], attrs) => ({
    x: () => sitesOfTuples(x.shape, tuplesOfSlice(x, attrs), 0).sum(dy),
  })),
  ...[tf.Bincount, tf.DenseBincount].map((kernelName) =>
    builtinGradient('tf.bincount', kernelName, ['x', 'weights'], (dy, [x, weights], attrs) => ({
      weights() {
        const { binaryOutput = false }: Partial<DenseBincountAttrs> = { ...attrs };
        // Without weights, or where only the presence of an id counts, the result does not depend on them.
        if (weights.size === 0 || binaryOutput) return tf.zeros(weights.shape);
        return sitesOfTuples(dy.shape, x, x.rank - 1, [...x.shape, 1]).read(dy);
      },
    })),
  ),
  builtinGradient(
    'tf.image.cropAndResize',
    CropAndResize,
    ['image', 'boxes', 'boxInd'],
    cropGradients,
  ),
  sparseSegmentGradient('tf.sparse.sparseSegmentSum', tf.SparseSegmentSum, false),
  sparseSegmentGradient('tf.sparse.sparseSegmentMean', tf.SparseSegmentMean, true),
  builtinGradient('tf.gatherND', tf.GatherNd, ['params', 'indices'], (dy, [params, indices]) => {
    const sites = sitesOfTuples(params.shape, indices, 0);
    return { params: () => sites.sum(dy) };
  }),
  builtinGradient('tf.scatterND', tf.ScatterNd, ['indices'], (dy, [indices]) => {
    const sites = sitesOfScatter(dy.shape, indices);
    return { updates: () => sites.read(dy) };
  }),
  builtinGradient(
    'tf.tensorScatterUpdate',
    TENSOR_SCATTER_UPDATE,
    ['tensor', 'indices'],
    (dy, [tensor, indices]) => {
      const sites = sitesOfScatter(tensor.shape, indices);
      return {
        tensor: () => zeroAtSites(dy, sites),
        updates: () => dyAtLastSites(dy, sites),
      };
    },
  ),
  builtinGradient(
    'tf.sparseToDense',
    tf.SparseToDense,
    ['sparseIndices', 'sparseValues', 'defaultValue'],
    (dy, [indices, values, defaultValue]) => {
      const sites = sitesOfScatter(dy.shape, indices);
      return {
        sparseValues: () => {
          const atSites = sites.read(dy);
          // tfjs accepts a scalar as the value for all indices.
          return values.rank === 0 ? sumOf(atSites) : tf.reshape(atSites, values.shape);
        },
        defaultValue: () => tf.reshape(sumOf(zeroAtSites(dy, sites)), defaultValue.shape),
      };
    },
  ),
];

/** The gradients that replace tfjs' own while acceleration is on. */
export const ACCELERATED_GRADIENTS: readonly GradConfig[] = [
  // dy is added to the rows that were looked up. tfjs' own gradient runs unsortedSegmentSum, which takes
  // time in proportion to rows × lookups.
  builtinGradient('tf.gather', tf.GatherV2, ['x', 'indices'], (dy, [x, indices], attrs) => ({
    x() {
      const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs);
      return sitesOfTuples(x.shape, tuples, batchDims).sum(dy);
    },
  })),
  // Each row gets the dy of its segment. tfjs' own has no gradient for the ids, so it throws if they were
  // computed from an input that is differentiated.
  builtinGradient('tf.unsortedSegmentSum', tf.UnsortedSegmentSum, ['segmentIds'], (dy, [ids]) => {
    const sites = sitesOfTuples(dy.shape, ids, 0, [...ids.shape, 1]);
    return { x: () => sites.read(dy) };
  }),
  sumGradient(tf.Sum, (dy) => dy),
  sumGradient(tf.Mean, (dy, x) => tf.div(dy, x.size / dy.size)),
];

/**
 * Makes the gradient of a kernel from the inputs that tfjs' tape keeps. `name` is tfjs' function, for messages.
 * Inputs without a gradient, such as indices, get zeros: they may depend on an input that is differentiated.
 */
function builtinGradient(
  name: string,
  kernelName: string,
  inputsToSave: string[],
  gradients: tf.SingleGradFunc,
): GradConfig {
  return configOf(kernelName, inputsToSave, (dy, saved, attrs) =>
    namedGradients(name, () => {
      requireKernels();
      const zero = inputsToSave.map((input, i) => {
        // tf.gatherND calls its params x.
        checkDifferentiable(input === 'params' ? 'x' : input, saved[i], saved);
        return [input, () => tf.zeros(saved[i].shape)] as const;
      });
      return { ...Object.fromEntries(zero), ...gradients(dy, saved, attrs) };
    }),
  );
}

/** Makes the gradient of a sum or mean: the share of each value. tfjs' own makes its ones on the host. */
function sumGradient(kernelName: string, shareOf: (dy: Tensor, x: Tensor) => Tensor): GradConfig {
  return configOf<Partial<SumAttrs & MeanAttrs>>(kernelName, ['x'], (dy, [x], { axis }) => ({
    x: () => tf.mul(inShape(shareOf(dy, x), keptShape(x.shape, axis)), makeOnes(x.shape)),
  }));
}

/** Makes the gradient of a sparse segment op: each row of data gets the sum of dy over its segments. */
function sparseSegmentGradient(name: string, kernelName: string, averages: boolean): GradConfig {
  const inputs = ['data', 'indices', 'segmentIds'];
  return builtinGradient(name, kernelName, inputs, (dy, [data, indices, segmentIds]) => ({
    data() {
      const terms = () => countSites(segmentIds, dy.shape[0]);
      const share = averages ? readInOrder(dy, { over: asConstant(terms) }) : dy;
      return sumUnweighted(share, segmentIds, indices, data.shape);
    },
  }));
}

/** Reads rows of x at `sources` and sums them at `targets`, in a tensor of the given shape. */
function sumUnweighted(x: Tensor, sources: Tensor, targets: Tensor, shape: number[]): Tensor {
  const start = { op: 'Product', start: 0, shape, dtype: 'float32' };
  const attrs = { ...start, reduction: 'add', outOfBounds: 'drop', ...FROM_ZERO };
  return withGradient(
    { x },
    [],
    () => {
      const inputs = { x, indices: targets, sources };
      return tf.engine().runKernel<Tensor>(COMBINE, inputs, attrs);
    },
    (dy, { sources, targets }) => ({ x: () => sumUnweighted(dy, targets, sources, x.shape) }),
    { sources, targets },
  );
}

function sitesOfScatter(shape: number[], indices: Tensor): CallSites {
  return sitesOfTuples(shape, indices, 0, tupleShape(indices.shape));
}

/** Sums all values. tfjs' webgl backend cannot sum an empty tensor. */
function sumOf(values: Tensor): Tensor {
  return values.size === 0 ? tf.zeros([]) : tf.sum(values);
}

/** Returns a tuple for each row of x that a strided slice takes: axes at the end that it takes whole are a row. */
function tuplesOfSlice({ shape }: Tensor, attrs: NamedAttrMap): Tensor {
  const { begin, end, strides, ...masks } = attrs as NamedAttrMap & StridedSliceAttrs;
  const { beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask } = masks;
  const info = tf.slice_util.sliceInfo(
    shape,
    begin,
    end,
    strides,
    beginMask,
    endMask,
    ellipsisMask,
    newAxisMask,
    shrinkAxisMask,
  );
  const counts = info.begin.map((first, d) =>
    Math.max(Math.ceil((info.end[d] - first) / info.strides[d]), 0),
  );
  const takesAll = counts.map((count, d) => count === shape[d] && info.strides[d] === 1);
  const depth = takesAll.lastIndexOf(false) + 1;
  const rows = sizeOf(counts.slice(0, depth));
  const tuples = new Int32Array(rows * depth);
  for (let k = 0; k < depth; k++) {
    const inner = sizeOf(counts.slice(k + 1, depth));
    const [first, step] = [info.begin[k], info.strides[k]];
    for (let row = 0; row < rows; row++) {
      tuples[row * depth + k] = first + (Math.floor(row / inner) % counts[k]) * step;
    }
  }
  return tf.tensor(tuples, [rows, depth], 'int32');
}

/**
 * Returns the places along an axis that boxes take, or -1, which is dropped, where they leave the image. They come from
 * cropping a ramp, so they are what the backend takes where a place is halfway between two pixels, or at an edge. Each
 * box has a ramp, because webgl takes the image of its number, and is flat, because wasm copies those as wide as a crop.
 */
function placesOf(ends: Tensor, length: number, count: number, method: string): Tensor {
  const [boxes] = ends.shape;
  const inputs = {
    image: broadcastTo(tf.reshape(range(0, length), [1, length, 1, 1]), [boxes, length, 1, 1]),
    boxes: tf.reshape(tf.concat([ends, tf.zerosLike(ends)], 2), [boxes, 4]),
    boxInd: range(0, boxes, 1, 'int32'),
  };
  const attrs = { cropSize: [count, 1], method, extrapolationValue: -1 };
  const places = () => tf.engine().runKernel<Tensor>(CropAndResize, inputs, attrs);
  return asConstant(places, [inputs.boxes]);
}

/** Pixels along an axis that each place of a crop is made of, and their share, which rises by `slope` with the place. */
interface Pixels {
  at: Tensor;
  share: Tensor;
  slope: number;
}

/** Returns the pixels along axis d that crops take, and how their places depend on the ends of boxes. */
function pixelsAlong(
  d: number,
  ends: Tensor,
  { shape }: Tensor,
  { cropSize, method }: CropAndResizeAttrs,
): { toward: Tensor; pixels: Pixels[] } {
  const [last, count] = [shape[d + 1] - 1, cropSize[d]];
  const step = (i: number) => (count > 1 ? (last * i) / (count - 1) : last / 2);
  const far = Array.from({ length: count }, (_, i) => step(i));
  const toward = tf.tensor([far.map((x) => last - x), far]);
  const grid = d === 0 ? [-1, count, 1, 1] : [-1, 1, count, 1];
  const position = tf.reshape(matMul(tf.reshape(ends, [-1, 2]), toward), grid);
  const place = tf.reshape(placesOf(ends, last + 1, count, method), grid);
  const high = tf.sub(position, floor(place));
  const near = { at: floor(place), share: tf.sub(1, high), slope: -1 };
  const both = [near, { at: ceil(place), share: high, slope: 1 }];
  const nearest = [{ at: place, share: tf.onesLike(high), slope: 0 }];
  return { toward, pixels: method === 'nearest' ? nearest : both };
}

function cropGradients(dy: Tensor, [image, boxes, boxInd]: Tensor[], attrs: NamedAttrMap) {
  const crop = attrs as NamedAttrMap & CropAndResizeAttrs;
  const ends = split(tf.reshape(boxes, [-1, 2, 2]), 2, 2);
  const axes = ends.map((ends, d) => pixelsAlong(d, ends, image, crop));
  const grid = tf.zeros([...dy.shape.slice(0, 3), 1], 'int32');
  const corners = axes[0].pixels.flatMap((y) =>
    axes[1].pixels.map((x) => {
      const indices = [tf.reshape(boxInd, [-1, 1, 1, 1]), y.at, x.at];
      const tuple = indices.map((at) => tf.add(tf.cast(at, 'int32'), grid));
      return { on: [y, x], sites: sitesOfTuples(image.shape, tf.concat(tuple, 3), 0) };
    }),
  );
  /** Returns the gradient of the ends of boxes along an axis, from how much each corner rises. */
  const endsGradient = ({ toward }: { toward: Tensor }, d: number) => {
    const rises = corners.map(({ on, sites }) => {
      const rise = tf.mul(tf.mul(dy, sites.read(image)), on[1 - d].share);
      return tf.mul(tf.sum(rise, [2 - d, 3]), on[d].slope);
    });
    return matMul(addN(rises), toward, false, true);
  };
  return {
    image: () =>
      addN(corners.map(({ on: [y, x], sites }) => sites.sum(tf.mul(tf.mul(dy, y.share), x.share)))),
    boxes: () => tf.reshape(stack(axes.map(endsGradient), 2), boxes.shape),
  };
}
