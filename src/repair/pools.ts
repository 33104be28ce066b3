/** Gradients of pools. */
import type { GradConfig, Tensor } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/call/ops.js';
import { shapesFit, sizeOf, withLength } from '../../kernels/call/shapes.js';
import { add, clone, div, mul, reshape, tensor1d, zeros } from '../../kernels/tfjs/seam.js';
import { FROM_ZERO } from '../../kernels/tfjs/rules.js';
import { sitesOf } from '../gradients/sites.js';
import { isTaped, withGradient } from '../tape.js';
import { configOf, type GradientOf, kindNow, run } from './configs.js';

interface Pooling {
  filterSize: number | number[];
  strides: number | number[];
  pad: 'same' | 'valid' | number | number[][];
  dimRoundingMode?: 'floor' | 'round' | 'ceil';
}

/** Returns the windows along each axis of x: their size, and of each one the first place in x and the number of places. */
function windowsOf(x: Tensor, out: number[], { filterSize, strides, pad }: Pooling) {
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
const ofAverage = (name: string): GradConfig[] => [
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
const ofMaximum = (name: string): GradConfig => {
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
    return windowsOf(x, dy.shape, attrs).map(({ axis, size, length, windows }) => {
      // Shorter windows repeat their last value, because the first maximum counts.
      const shown = windows.flatMap(({ first, count }) =>
        Array.from({ length: size }, (_, i) =>
          Math.min(first + Math.min(i, count - 1), length - 1),
        ),
      );
      const inputs = { x: values, indices: tensor1d(shown, 'int32') };
      const inner = sizeOf(values.shape.slice(axis + 1));
      const split = [-1, windows.length, size, inner];
      const each = reshape(run('GatherV2', inputs, { axis, batchDims: 0 }), split);
      const begins = windows.map(({ first }) => first);
      const at = add(
        run('ArgMax', { x: each }, { axis: 2 }),
        reshape(tensor1d(begins, 'int32'), [-1, 1]),
      );
      const places = reshape(at, withLength(values.shape, axis, windows.length));
      values = sitesAlong(axis, places).read(values);
      return places;
    });
  };
  const places = withGradient({ x }, [], maxima, () => ({}));
  return places.reduceRight((dy, at, d) => sitesAlong(d + 1, at).sum(dy), dy);
}

export const poolGradients = (): GradConfig[] => [
  ...['AvgPool', 'AvgPool3D'].flatMap(ofAverage),
  ...['MaxPool', 'MaxPool3D'].map(ofMaximum),
];
