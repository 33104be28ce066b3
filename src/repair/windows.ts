/** Gradients of ops whose kernels move windows over x: convolutions, pools, resizing and mirrored padding. */
import type {
  Conv3DAttrs,
  GradConfig,
  MirrorPadAttrs,
  NamedAttrMap,
  Tensor,
} from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/call/ops.js';
import { shapesFit, sizeOf, withLength } from '../../kernels/call/shapes.js';
import { FROM_ZERO } from '../../kernels/tfjs/rules.js';
import {
  add,
  asGradFunc,
  backend_util,
  cast,
  clone,
  concat,
  div,
  gradientOf,
  mul,
  reshape,
  sub,
  tensor,
  tensor1d,
  zeros,
} from '../../kernels/tfjs/seam.js';
import { configOf, type GradientOf } from '../gradients/op_gradients.js';
import { type CallSites, sitesOf, sitesOfTuples } from '../gradients/sites.js';
import { isTaped, withGradient } from '../tape.js';
import { addN, floor, matMul, range, split, stack } from '../tfjs_ops.js';
import { kindNow, run } from './tfjs_kernels.js';

/** The gradients of a convolution's gradients, by its input and by its filter. */
function convolutionGradients(name: string, version = ''): GradConfig[] {
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
const resizeGradient = (name: string): GradConfig =>
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

type Shape3D = [number, number, number, number, number];

/** Returns, for each place of the filter, the values of x that it meets, in the order of dy. */
function sitesOfPlaces(x: Tensor, filter: Tensor, attrs: NamedAttrMap): CallSites[] {
  const { strides, pad } = attrs as NamedAttrMap & Conv3DAttrs;
  const { shape } = x;
  const filterShape = filter.shape as Shape3D;
  const info = backend_util.computeConv3DInfo(shape as Shape3D, filterShape, strides, 1, pad);
  const { front, top, left } = info.padInfo;
  const pads = [front, top, left];
  const steps = [info.strideDepth, info.strideHeight, info.strideWidth];
  const [batch, ...others] = shape;
  const [lengths, channels] = [others.slice(0, 3), others[3]];
  const out = info.outShape.slice(1, 4);
  /** Of a number that counts along three axes, the one along an axis. */
  const digit = (at: number, sizes: number[], d: number) =>
    Math.floor(at / sizeOf(sizes.slice(d + 1))) % sizes[d];
  const sizes = filter.shape.slice(0, 3);
  return Array.from({ length: sizeOf(sizes) }, (_, place) => {
    const rows = Array.from({ length: sizeOf(out) }, (_, at) => {
      const met = lengths.map(
        (_, d) => digit(at, out, d) * steps[d] - pads[d] + digit(place, sizes, d),
      );
      const isInside = met.every((i, d) => i >= 0 && i < lengths[d]);
      // Padding is dropped.
      return isInside ? met.reduce((flat, i, d) => flat * lengths[d] + i, 0) : -1;
    });
    const tuples = Array.from({ length: batch }, () => rows).flat();
    return sitesOfTuples(
      [batch, sizeOf(lengths), channels],
      tensor(tuples, [batch, rows.length, 1], 'int32'),
      1,
    );
  });
}

/** On wasm, tfjs' kernels for the gradients of conv3d do not write all of their results. */
export const conv3dGradient = (config: GradConfig): GradConfig => ({
  ...config,
  gradFunc: asGradFunc((dy, [x, filter], attrs) => {
    // This throws for dilations.
    const gradients = config.gradFunc(dy, [x, filter], attrs);
    if (kindNow() !== 'wasm') return gradients;
    const sites = sitesOfPlaces(x, filter, attrs);
    const [inner, outer] = filter.shape.slice(3);
    const rows = reshape(dy, [-1, outer]);
    return {
      x() {
        const matrices = split(reshape(filter, [-1, outer]), sites.length);
        const parts = sites.map((met, i) => met.sum(matMul(rows, matrices[i], false, true)));
        return reshape(addN(parts), x.shape);
      },
      filter() {
        const of = (met: CallSites) => matMul(reshape(met.read(x), [-1, inner]), rows, true);
        return reshape(stack(sites.map(of)), filter.shape);
      },
    };
  }),
});

interface Pooling {
  filterSize: number | number[];
  strides: number | number[];
  pad: 'same' | 'valid' | number | number[][];
  dimRoundingMode?: 'floor' | 'round' | 'ceil';
}

/** The windows along an axis of x: their size, and of each one the first place in x and the number of places. */
interface Along {
  axis: number;
  size: number;
  /** The length of the axis, and the padding before and after it. */
  length: number;
  pads: number[];
  windows: { first: number; count: number }[];
}

/** Returns the windows along each axis of x. */
function windowsOf(x: Tensor, out: number[], { filterSize, strides, pad }: Pooling): Along[] {
  return x.shape.slice(1, -1).map((length, d) => {
    const [size, stride] = [filterSize, strides].map((of) => (Array.isArray(of) ? of[d] : of));
    const missing = (out[d + 1] - 1) * stride + size - length;
    // In 3D, tfjs skips values if the windows leave some out.
    const same = (x.rank === 4 ? Math.max(missing, 0) : missing) >> 1;
    const numbers = Array.isArray(pad) ? pad[d + 1][0] : Number(pad) || 0;
    const before = pad === 'same' ? same : numbers;
    const windows = Array.from({ length: out[d + 1] }, (_, i) => {
      const begin = i * stride - before;
      // A window outside of x begins at its end.
      const first = begin + size > 0 ? Math.max(begin, 0) : length;
      return { first, count: Math.max(Math.min(begin + size, length) - first, 1) };
    });
    return { axis: d + 1, size, length, windows, pads: [before, missing - before] };
  });
}

/**
 * Returns, for each padded axis, the size of a window there divided by how much of it is in x: tfjs averages over that
 * part, but its gradient divides by the size.
 */
function sharesOf(x: Tensor, out: number[], attrs: Pooling): Tensor[] {
  return windowsOf(x, out, attrs).flatMap(({ axis, size, windows }) => {
    const shares = windows.map(({ count }) => size / count);
    const shape = [shares.length, ...out.slice(axis + 1).map(() => 1)];
    return shares.every((share) => share === 1) ? [] : [reshape(tensor1d(shares), shape)];
  });
}

/** Whether a pool returns x: tfjs looks at windows and shapes, but not at how far the windows are from each other. */
const isIdentity = (x: Tensor, dy: Tensor, { filterSize }: Pooling): boolean =>
  x.rank === 4 && [filterSize].flat().every((size) => size === 1) && shapesFit(x.shape, dy.shape);

/** The gradients of an average pool and of its gradient. */
const averageGradients = (name: string): GradConfig[] => [
  configOf<Pooling>(name, ['x'], (dy, [x], attrs) => ({
    x() {
      if (isIdentity(x, dy, attrs)) return clone(dy);
      const shares = sharesOf(x, dy.shape, attrs).reduce<Tensor>((a, b) => mul(a, b), dy);
      // In 2D, tfjs' kernel forgets how the number of windows is rounded. On wasm, pads must not be negative.
      const isRounded = x.rank === 4 && (attrs.dimRoundingMode ?? 'floor') !== 'floor';
      const pads = windowsOf(x, dy.shape, attrs).map(({ pads }) => pads);
      const how = isRounded ? { ...attrs, pad: [[0, 0], ...pads, [0, 0]] } : attrs;
      return run(`${name}Grad`, { dy: shares, input: x }, how);
    },
  })),
  configOf<Pooling>(`${name}Grad`, ['dy', 'input'], (ddx, [dy, input], attrs) => ({
    dy() {
      const shares = sharesOf(input, dy.shape, attrs);
      return shares.reduce<Tensor>((a, b) => div(a, b), run(name, { x: ddx }, attrs));
    },
    input: () => zeros(input.shape),
  })),
];

/** The gradient of a maximum pool: by tfjs' kernel, where that is right and need not be differentiated. */
const maximumGradient = (name: string): GradConfig => {
  const gradient: GradientOf<Pooling> = (dy, [x, y], attrs) => ({
    x() {
      if (isIdentity(x, dy, attrs)) return clone(dy);
      const [height, width] = windowsOf(x, dy.shape, attrs).slice(-2);
      const isSquare = x.rank === 4 || height.size === width.size;
      const isRight = { wasm: false, cpu: isSquare, webgpu: isSquare }[kindNow()] ?? true;
      return isRight && !isTaped()
        ? run(`${name}Grad`, { dy, input: x, output: y }, attrs)
        : toMaxima(dy, x, attrs);
    },
  });
  return configOf(name, ['x'], gradient, true);
};

/**
 * Adds dy at the maxima, axis by axis. Of tfjs' kernels, that of wasm misses those that are not positive, and in 3D those
 * of cpu and webgpu take windows for squares.
 */
function toMaxima(dy: Tensor, x: Tensor, attrs: Pooling): Tensor {
  const sitesAlong = (axis: number, at: Tensor) => {
    const shape = x.shape.map((length, d) => (d < axis ? dy.shape[d] : length));
    const attributes = { axis, batchDims: 0, outOfBounds: 'drop', ...FROM_ZERO } as const;
    return sitesOf(OPS.GatherElements, shape, at, attributes);
  };
  const maxima = () => {
    let values = x;
    return windowsOf(x, dy.shape, attrs).map((along) => {
      const places = maximaAlong(values, along);
      values = sitesAlong(along.axis, places).read(values);
      return places;
    });
  };
  const places = withGradient({ x }, [], maxima, () => ({}));
  return places.reduceRight((dy, at, d) => sitesAlong(d + 1, at).sum(dy), dy);
}

/** Returns the place of the first maximum in each window along an axis. */
function maximaAlong(x: Tensor, { axis, size, length, windows }: Along): Tensor {
  // Shorter windows repeat their last value, because the first maximum counts.
  const places = windows.flatMap(({ first, count }) =>
    Array.from({ length: size }, (_, i) => Math.min(first + Math.min(i, count - 1), length - 1)),
  );
  const inputs = { x, indices: tensor1d(places, 'int32') };
  const inner = sizeOf(x.shape.slice(axis + 1));
  const groups = [-1, windows.length, size, inner];
  const values = reshape(run('GatherV2', inputs, { axis, batchDims: 0 }), groups);
  const begins = windows.map(({ first }) => first);
  const begin = reshape(tensor1d(begins, 'int32'), [-1, 1]);
  const at = add(run('ArgMax', { x: values }, { axis: 2 }), begin);
  return reshape(at, withLength(x.shape, axis, windows.length));
}

export const windowGradients = (): GradConfig[] => [
  ...convolutionGradients('Conv2D'),
  ...convolutionGradients('Conv3D', 'V2'),
  ...convolutionGradients('DepthwiseConv2dNative'),
  resizeGradient('ResizeBilinear'),
  resizeGradient('ResizeNearestNeighbor'),
];

export const poolGradients = (): GradConfig[] => [
  ...['AvgPool', 'AvgPool3D'].flatMap(averageGradients),
  ...['MaxPool', 'MaxPool3D'].map(maximumGradient),
];
