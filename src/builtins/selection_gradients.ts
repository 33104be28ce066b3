/** Gradients of tfjs' ops that pick values or count them. */
import type {
  DenseBincountAttrs,
  GradConfig,
  NamedAttrMap,
  StridedSliceAttrs,
  Tensor,
} from '@tensorflow/tfjs-core';

import {
  Bincount,
  DenseBincount,
  slice_util,
  StridedSlice,
  tensor,
  TopK,
  zeros,
} from '../../kernels/tfjs/seam.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { sitesOfTuples } from '../gradients/sites.js';
import { builtinGradient } from './builtin_gradient.js';

export const SELECTION_GRADIENTS: readonly GradConfig[] = [
  {
    // The tape keeps the indices of the values, its second output. Only the values have a gradient.
    ...builtinGradient('tf.topk', TopK, ['x'], (dys, [x, indices]) => ({
      x() {
        // tfjs passes a list, because there are two outputs.
        const [ofValues] = [dys].flat();
        const tuplesShape = [...indices.shape, 1];
        return sitesOfTuples(x.shape, indices, x.rank - 1, tuplesShape).sum(ofValues);
      },
    })),
    outputsToSave: [false, true],
  },
  builtinGradient('tf.stridedSlice', StridedSlice, ['x'], (dy, [x], attrs) => ({
    x: () => sitesOfTuples(x.shape, tuplesOfSlice(x, attrs), 0).sum(dy),
  })),
  ...[Bincount, DenseBincount].map((kernelName) =>
    builtinGradient('tf.bincount', kernelName, ['x', 'weights'], (dy, [x, weights], attrs) => ({
      weights() {
        const { binaryOutput = false }: Partial<DenseBincountAttrs> = { ...attrs };
        // Without weights, or where only the presence of an id counts, the result does not depend on them.
        if (weights.size === 0 || binaryOutput) return zeros(weights.shape);
        return sitesOfTuples(dy.shape, x, x.rank - 1, [...x.shape, 1]).read(dy);
      },
    })),
  ),
];

/** Returns a tuple for each row of x that a strided slice takes: axes at the end that it takes whole are a row. */
function tuplesOfSlice({ shape }: Tensor, attrs: NamedAttrMap): Tensor {
  const { begin, end, strides, ...masks } = attrs as NamedAttrMap & StridedSliceAttrs;
  const { beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask } = masks;
  const info = slice_util.sliceInfo(
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
  return tensor(tuples, [rows, depth], 'int32');
}
