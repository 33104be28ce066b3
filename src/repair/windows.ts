/** Gradients of pools, of padding, and of the kernels that tfjs' gradients of windows run. */
import type { GradConfig, MirrorPadAttrs, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { withLength } from '../../kernels/call/shapes.js';
import { inShape } from '../gradients/reads.js';
import {
  asGradFunc,
  div,
  engine,
  findGradient,
  gradientOf,
  mul,
  reshape,
  tensor1d,
  zeros,
} from '../../kernels/tfjs/seam.js';

/** Runs a kernel with one output. */
export const run = (
  kernelName: string,
  inputs: Record<string, Tensor>,
  attrs?: NamedAttrMap,
): Tensor => engine().runKernel<Tensor>(kernelName, inputs, attrs);

/** The gradients of a convolution's gradients, by its input and by its filter. */
function ofConvolution(name: string, version = ''): GradConfig[] {
  const [byInput, byFilter] = [`${name}BackpropInput${version}`, `${name}BackpropFilter${version}`];
  const convolved = (x: Tensor, filter: Tensor, attrs: NamedAttrMap) =>
    run(name, { x, filter }, { dilations: 1, dataFormat: 'NHWC', ...attrs });
  return [
    {
      kernelName: byInput,
      inputsToSave: ['dy', 'filter'],
      gradFunc: asGradFunc((ddx, [dy, filter], attrs) => ({
        dy: () => convolved(ddx, filter, attrs),
        filter: () => run(byFilter, { x: ddx, dy }, { ...attrs, filterShape: filter.shape }),
      })),
    },
    {
      kernelName: byFilter,
      inputsToSave: ['x', 'dy'],
      gradFunc: asGradFunc((filter, [x, dy], attrs) => ({
        x: () => run(byInput, { dy, filter }, { ...attrs, inputShape: x.shape }),
        dy: () => convolved(x, filter, attrs),
      })),
    },
  ];
}

interface Pooling {
  filterSize: number | number[];
  strides: number | number[];
  pad: 'same' | 'valid' | number | number[][];
}

/**
 * Returns, for each padded axis, the size of a window there divided by how much of it is in x: tfjs averages over that
 * part, but its gradient divides by the size.
 */
function sharesOf(x: Tensor, out: number[], { filterSize, strides, pad }: Pooling): Tensor[] {
  return x.shape.slice(1, -1).flatMap((length, d) => {
    const [size, stride] = [filterSize, strides].map((of) => (Array.isArray(of) ? of[d] : of));
    const missing = Math.max((out[d + 1] - 1) * stride + size - length, 0);
    const before = Array.isArray(pad)
      ? pad[d + 1][0]
      : pad === 'same'
        ? missing >> 1
        : Number(pad) || 0;
    const shares = Float32Array.from({ length: out[d + 1] }, (_, i) => {
      const begin = i * stride - before;
      return size / (Math.min(begin + size, length) - Math.max(begin, 0));
    });
    const shape = withLength(
      out.map(() => 1),
      d + 1,
      shares.length,
    );
    return shares.every((share) => share === 1) ? [] : [reshape(tensor1d(shares), shape)];
  });
}

/** The gradients of an average pool and of its gradient. */
function ofAverage(name: string): GradConfig[] {
  const own = findGradient(name);
  const poolingOf = (attrs: NamedAttrMap) => attrs as NamedAttrMap & Pooling;
  if (!own) return [];
  return [
    {
      ...own,
      gradFunc: asGradFunc((dy, [x], attrs) => {
        const shares = sharesOf(x, dy.shape, poolingOf(attrs));
        return own.gradFunc(
          shares.reduce<Tensor>((a, b) => mul(a, b), dy),
          [x],
          attrs,
        );
      }),
    },
    {
      kernelName: `${name}Grad`,
      inputsToSave: ['dy', 'input'],
      gradFunc: asGradFunc((ddx, [dy, input], attrs) => ({
        dy() {
          const shares = sharesOf(input, dy.shape, poolingOf(attrs));
          return shares.reduce<Tensor>((a, b) => div(a, b), run(name, { x: ddx }, attrs));
        },
        input: () => zeros(input.shape),
      })),
    },
  ];
}

/** The gradient of the gradient of a resized image. */
const ofResized = (name: string): GradConfig => ({
  kernelName: `${name}Grad`,
  inputsToSave: ['images'],
  gradFunc: asGradFunc((ddx, [images], attrs) => ({
    // tfjs' cpu backend exchanges height and width.
    dy: () => run(name, { images: inShape(ddx, images.shape) }, attrs),
    images: () => zeros(images.shape),
  })),
});

export const windowGradients = (): GradConfig[] => [
  ...ofConvolution('Conv2D'),
  ...ofConvolution('Conv3D', 'V2'),
  ...ofConvolution('DepthwiseConv2dNative'),
  ...ofAverage('AvgPool'),
  ...ofAverage('AvgPool3D'),
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
