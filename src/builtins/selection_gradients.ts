/** Gradients of tfjs' ops that pick values, count them or interpolate between them. */
import type {
  CropAndResizeAttrs,
  DenseBincountAttrs,
  GradConfig,
  NamedAttrMap,
  StridedSliceAttrs,
  Tensor,
} from '@tensorflow/tfjs-core';

import { sizeOf } from '../../kernels/call/shapes.js';
import * as tf from '../../kernels/tfjs/seam.js';
import { sitesOfTuples } from '../gradients/sites.js';
import { stopGradient } from '../tape.js';
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
import { builtinGradient } from './builtin_gradient.js';

export const SELECTION_GRADIENTS: readonly GradConfig[] = [
  {
    // The tape keeps the indices of the values, its second output. Only the values have a gradient.
    ...builtinGradient('tf.topk', tf.TopK, ['x'], (dys, [x, indices]) => ({
      x() {
        // tfjs passes a list, because there are two outputs.
        const [ofValues] = [dys].flat();
        const tuplesShape = [...indices.shape, 1];
        return sitesOfTuples(x.shape, indices, x.rank - 1, tuplesShape).sum(ofValues);
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
];

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
  const isWhole = counts.map((count, d) => count === shape[d] && info.strides[d] === 1);
  const depth = isWhole.lastIndexOf(false) + 1;
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
  return stopGradient(places, [inputs.boxes]);
}

export const CROP_GRADIENT = builtinGradient(
  'tf.image.cropAndResize',
  CropAndResize,
  ['image', 'boxes', 'boxInd'],
  (dy, [image, boxes, boxInd], attrs) => {
    const { cropSize, method } = attrs as NamedAttrMap & CropAndResizeAttrs;
    /** For each axis: how positions depend on the ends of boxes, and which pixels have a share that rises by `slope`. */
    const axes = split(tf.reshape(boxes, [-1, 2, 2]), 2, 2).map((ends, d) => {
      const [last, count] = [image.shape[d + 1] - 1, cropSize[d]];
      const step = (i: number) => (count > 1 ? (last * i) / (count - 1) : last / 2);
      const far = Array.from({ length: count }, (_, i) => step(i));
      const toward = tf.tensor([far.map((x) => last - x), far]);
      const shape = d === 0 ? [-1, count, 1, 1] : [-1, 1, count, 1];
      const position = tf.reshape(matMul(tf.reshape(ends, [-1, 2]), toward), shape);
      const place = tf.reshape(placesOf(ends, last + 1, count, method), shape);
      const high = tf.sub(position, floor(place));
      const near = { at: floor(place), share: tf.sub(1, high), slope: -1 };
      const both = [near, { at: ceil(place), share: high, slope: 1 }];
      const one = [{ at: place, share: tf.onesLike(high), slope: 0 }];
      return { toward, pixels: method === 'nearest' ? one : both };
    });
    const grid = tf.zeros([...dy.shape.slice(0, 3), 1], 'int32');
    const corners = axes[0].pixels.flatMap((y) =>
      axes[1].pixels.map((x) => {
        const indices = [tf.reshape(boxInd, [-1, 1, 1, 1]), y.at, x.at];
        const tuple = indices.map((at) => tf.add(tf.cast(at, 'int32'), grid));
        return { on: [y, x], sites: sitesOfTuples(image.shape, tf.concat(tuple, 3), 0) };
      }),
    );
    const times = (of: Tensor, ...shares: Tensor[]) => shares.reduce((a, b) => tf.mul(a, b), of);
    return {
      image: () =>
        addN(corners.map(({ on: [y, x], sites }) => sites.sum(times(dy, y.share, x.share)))),
      boxes() {
        const byAxis = axes.map(({ toward }, d) => {
          const rises = corners.map(({ on, sites }) => {
            const rise = times(dy, sites.read(image), on[1 - d].share);
            return tf.mul(tf.sum(rise, [2 - d, 3]), on[d].slope);
          });
          return matMul(addN(rises), toward, false, true);
        });
        return tf.reshape(stack(byAxis, 2), boxes.shape);
      },
    };
  },
);
