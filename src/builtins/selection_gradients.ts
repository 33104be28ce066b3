/**
 * Gradients of tfjs' ops that pick values or count them.
 */
import type {
  DenseBincountAttrs,
  GradConfig,
  NamedAttrMap,
  StridedSliceAttrs,
  Tensor,
} from '@tensorflow/tfjs-core';

import { zeros } from '../../kernels/tfjs/seam.js';
import { OPS } from '../../kernels/call/ops.js';
import { requireKernels } from '../backends.js';
import { sumAtSites } from '../gradients/op_gradients.js';
import { sitesOf } from '../gradients/sites.js';
import { address } from '../indexing/address.js';
import { Bincount, DenseBincount, slice_util, StridedSlice, TopK } from '../tfjs_ops.js';
import { builtinGradient, sitesOfTuples, valuesAt } from './builtin_gradient.js';

export const SELECTION_GRADIENTS: readonly GradConfig[] = [
  {
    // The tape keeps the indices of the values, its second output. Only the values have a gradient.
    ...builtinGradient('tf.topk', TopK, ['x'], (dys, [x, indices]) => ({
      x() {
        // tfjs passes a list, because there are two outputs.
        const [ofValues] = [dys].flat();
        return sumAtSites(ofValues, sitesAlongLastAxis(x, indices));
      },
    })),
    outputsToSave: [false, true],
  },
  builtinGradient('tf.stridedSlice', StridedSlice, ['x'], (dy, [x], attrs) => ({
    x() {
      requireKernels();
      const { tuples, batchDims } = address(x, [{ kind: 'slices', slices: slicesOf(x, attrs) }]);
      return sumAtSites(dy, sitesOfTuples(x.shape, tuples, batchDims));
    },
  })),
  ...[Bincount, DenseBincount].map((kernelName) =>
    builtinGradient('tf.bincount', kernelName, ['x', 'weights'], (dy, [x, weights], attrs) => ({
      weights() {
        const { binaryOutput = false }: Partial<DenseBincountAttrs> = { ...attrs };
        // Without weights, or where only the presence of an id counts, the result does not depend on them.
        if (weights.size === 0 || binaryOutput) return zeros(weights.shape);
        return valuesAt(sitesOfTuples(dy.shape, x, x.rank - 1, [...x.shape, 1]), dy);
      },
    })),
  ),
];

function sitesAlongLastAxis(x: Tensor, indices: Tensor) {
  requireKernels();
  const attributes = { axis: x.rank - 1, batchDims: 0, outOfBounds: 'drop' } as const;
  return sitesOf(OPS.GatherElements, x.shape, indices, { ...attributes, wrapNegatives: false });
}

/** Returns the positions that a strided slice takes of each axis of x. */
function slicesOf(x: Tensor, attrs: NamedAttrMap) {
  const { begin, end, strides, ...masks } = attrs as NamedAttrMap & StridedSliceAttrs;
  const { beginMask, endMask, ellipsisMask, newAxisMask, shrinkAxisMask } = masks;
  const info = slice_util.sliceInfo(
    x.shape,
    begin,
    end,
    strides,
    beginMask,
    endMask,
    ellipsisMask,
    newAxisMask,
    shrinkAxisMask,
  );
  return info.begin.map((start, d) => {
    const step = info.strides[d];
    return { start, step, count: Math.max(Math.ceil((info.end[d] - start) / step), 0) };
  });
}
