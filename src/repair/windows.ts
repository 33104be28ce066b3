/** Gradients of mirrored padding, and of the kernels that tfjs' gradients of convolutions and of resizing run. */
import type { GradConfig, MirrorPadAttrs, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { withLength } from '../../kernels/call/shapes.js';
import { gradientOf, tensor1d, zeros } from '../../kernels/tfjs/seam.js';
import { inShape } from '../gradients/reads.js';
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

/** The gradient of the gradient of a resized image. */
const ofResized = (name: string): GradConfig =>
  configOf(`${name}Grad`, ['images'], (ddx, [images], attrs) => ({
    // tfjs' cpu backend exchanges height and width.
    dy: () => run(name, { images: inShape(ddx, images.shape) }, attrs),
    images: () => zeros(images.shape),
  }));

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
    const [x, indices] = [zeros(withLength(sum.shape, axis, length)), tensor1d(shown, 'int32')];
    return gradientOf('GatherV2')(sum, [x, indices], { axis, batchDims: 0 }).x();
  }, dy);
}
