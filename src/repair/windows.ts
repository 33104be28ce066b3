/** Gradients of mirrored padding, of resizing, and of the kernels that tfjs' gradients of convolutions run. */
import type { GradConfig, MirrorPadAttrs, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { withLength } from '../../kernels/call/shapes.js';
import {
  add,
  cast,
  concat,
  gradientOf,
  mul,
  reshape,
  sub,
  tensor1d,
  zeros,
} from '../../kernels/tfjs/seam.js';
import { floor, range } from '../tfjs_ops.js';
import { configOf, run } from './configs.js';

/** The gradients of a convolution's gradients, by its input and by its filter. */
function ofConvolution(name: string, version = ''): GradConfig[] {
  const [byInput, byFilter] = [`${name}BackpropInput${version}`, `${name}BackpropFilter${version}`];
  const convolved = (x: Tensor, filter: Tensor, attrs: NamedAttrMap) =>
    run(name, { x, filter }, { dilations: 1, dataFormat: 'NHWC', ...attrs });
  return [
    configOf(byInput, ['dy', 'filter'], (ddx, [dy, filter], attrs) => ({
      dy: () => convolved(ddx, filter, attrs),
      filter: () => run(byFilter, { x: ddx, dy }, { ...attrs, filterShape: filter.shape }),
    })),
    configOf(byFilter, ['x', 'dy'], (filter, [x, dy], attrs) => ({
      x: () => run(byInput, { dy, filter }, { ...attrs, inputShape: x.shape }),
      dy: () => convolved(x, filter, attrs),
    })),
  ];
}

/**
 * The gradient of a resized image, axis by axis. tfjs' kernels for it know no half pixels; on cpu, one exchanges height
 * and width, and the other reads past dy from the second image on, and never ends where corners of a height of 1 are
 * aligned. The places that each value is made of come from resizing a ramp, so they are what the backend takes.
 */
const ofResized = (name: string): GradConfig =>
  configOf(name, ['images'], (dy, [images], attrs) => ({
    images: () =>
      [1, 2].reduce((sum, axis) => {
        const length = images.shape[axis];
        const along = (count: number) => [1, 1, 1, 1].map((one, d) => (d === axis ? count : one));
        const size = along(sum.shape[axis]).slice(1, 3);
        const ramp = reshape(range(0, length), along(length));
        const places = run(name, { images: ramp }, { ...attrs, size });
        if (name === 'ResizeNearestNeighbor') return addedAlong(axis, length, sum, places);
        const low = floor(places);
        const share = sub(places, low);
        const shares = concat([mul(sum, sub(1, share)), mul(sum, share)], axis);
        // Where the next place is out of bounds, its share is 0.
        return addedAlong(axis, length, shares, concat([low, add(low, 1)], axis));
      }, dy),
  }));

/** Adds what stands along an axis at places of an axis of this length. */
function addedAlong(axis: number, length: number, dy: Tensor, places: Tensor): Tensor {
  const indices = cast(reshape(places, [-1]), 'int32');
  const x = zeros(withLength(dy.shape, axis, length));
  return gradientOf('GatherV2')(dy, [x, indices], { axis, batchDims: 0 }).x();
}

export const windowGradients = (): GradConfig[] => [
  ...ofConvolution('Conv2D'),
  ...ofConvolution('Conv3D', 'V2'),
  ...ofConvolution('DepthwiseConv2dNative'),
  ofResized('ResizeBilinear'),
  ofResized('ResizeNearestNeighbor'),
];

/** Adds what mirrors show to what they show, axis by axis. */
export function unmirrored(dy: Tensor, { paddings, mode }: MirrorPadAttrs): Tensor {
  const isSymmetric = mode === 'symmetric';
  return paddings.reduce((sum, [before, after], axis) => {
    if (before + after === 0) return sum;
    const padded = sum.shape[axis];
    const length = padded - before - after;
    const last = length - 1;
    const shown = Int32Array.from({ length: padded }, (_, i) => {
      const at = i - before;
      if (at < 0) return -at - Number(isSymmetric);
      return at > last ? 2 * last - at + Number(isSymmetric) : at;
    });
    return addedAlong(axis, length, sum, tensor1d(shown, 'int32'));
  }, dy);
}
