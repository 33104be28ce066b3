/** Random calls of ops that move, pad, pool, resize and convolve: what tfjs computes for ones defines them. */
import type * as tfjs from '@tensorflow/tfjs';
import type { Random } from './random_numbers.js';
import { byOnes, type MakesRow, type RepairRow, sizeOf, type Tf } from './repair_ops.js';

type Tensor = tfjs.Tensor;

const run = (tf: Tf, kernel: string, inputs: tfjs.NamedTensorMap, attrs: object) =>
  tf.engine().runKernel<Tensor>(kernel, inputs, { ...attrs });

/** An op that is linear in its input. */
const linear = (
  random: Random,
  shape: number[],
  op: (tf: Tf, x: Tensor) => Tensor,
  at = random.values(sizeOf(shape)),
): RepairRow => byOnes(false, (tf, [x]) => op(tf, x), [shape], at);

const lengths = (random: Random, count: number, from: number, to: number) =>
  Array.from({ length: count }, () => random.int(from, to));

/** Windows of a batch of images or volumes: each has a value that is not padding. */
function windows(random: Random, dimensions: number, allowsSides = dimensions === 2) {
  const size = lengths(random, dimensions, 2, dimensions === 2 ? 4 : 3);
  const filterSize = size.map((length) => random.int(1, Math.min(length, 3)));
  const strides = lengths(random, dimensions, 1, 2);
  const sides = [[0, 0], ...filterSize.map((filter) => lengths(random, 2, 0, filter - 1)), [0, 0]];
  const most = Math.min(...filterSize) - 1;
  const numbers = random.pick([most, random.int(0, most), ...(allowsSides ? [sides] : [])]);
  const pad = random.pick(['same', 'valid', numbers]);
  const shape = [random.int(1, 2), ...size, random.int(1, 2)];
  return { shape, filterSize, strides, pad, isNumeric: pad === numbers };
}

/**
 * What a pool is given. If padding is one number, tfjs counts windows by the height of one and its step: on wasm, it reads
 * beyond the image where the width is another. So only windows whose number is rounded up have any size.
 */
function poolOf(random: Random, dimensions: number, rounding: readonly string[]) {
  for (;;) {
    const { shape, isNumeric, filterSize, strides, pad } = windows(random, dimensions);
    const dimRoundingMode = isNumeric ? random.pick(rounding) : undefined;
    const isSquare = [filterSize, strides].every((sizes) => sizes.every((n) => n === sizes[0]));
    const fits = rounding === UP ? isNumeric : isSquare || typeof pad !== 'number';
    if (fits) {
      return { shape, attrs: { filterSize, strides, pad, dimRoundingMode, dataFormat: 'NDHWC' } };
    }
  }
}

/** How the number of windows is rounded. */
const DOWN = ['floor'];
const UP = ['round', 'ceil'];

const average =
  (kernel: string, dimensions: number, rounding = DOWN): MakesRow =>
  (random) => {
    const { shape, attrs } = poolOf(random, dimensions, rounding);
    return linear(random, shape, (tf, x) => run(tf, kernel, { x }, attrs));
  };

/** A maximum is of the values that an average is of. */
const maximum =
  (dimensions: number, rounding = DOWN, shift = 0): MakesRow =>
  (random) => {
    const { shape, attrs } = poolOf(random, dimensions, rounding);
    const [kernel, averageKernel] = ['MaxPool', 'AvgPool'].map(
      (name) => name + ['', '3D'][dimensions - 2],
    );
    const size = sizeOf(shape);
    const at = random.values(size).map((x) => x + shift);
    return {
      run: (tf, [x]) => run(tf, kernel, { x }, attrs),
      async oracle(tf) {
        const unit = (i: number) =>
          tf.tensor(
            Array.from({ length: size }, (_, j) => Number(i === j)),
            shape,
          );
        const shares: ArrayLike<number>[] = [];
        for (let i = 0; i < size; i++) {
          shares.push(await tf.tidy(() => run(tf, averageKernel, { x: unit(i) }, attrs)).data());
        }
        return ([x]) =>
          Array.from(shares[0], (_, to) =>
            Math.max(...x.filter((_, from) => shares[from][to] > 0)),
          );
      },
      cases: [{ shapes: [shape], at }],
    };
  };

/** A convolution: its channels may come first in 2D. */
const convolution =
  (kernel: string, dimensions: number, isDepthwise = false): MakesRow =>
  (random) => {
    const { shape, filterSize, strides, pad: chosen, isNumeric } = windows(random, dimensions);
    const pad = isNumeric && dimensions === 3 ? 'valid' : chosen;
    const channels = shape[dimensions + 1];
    const filter = [...filterSize, channels, random.int(1, 2)];
    const dataFormat = dimensions === 3 ? 'NDHWC' : 'NHWC';
    const ones = filterSize.map(() => 1);
    const step = isDepthwise ? strides.map(() => strides[0]) : strides;
    const attrs = { strides: step, pad, dataFormat, dilations: ones };
    return byOnes(true, (tf, [x, f]) => run(tf, kernel, { x, filter: f }, attrs), [shape, filter]);
  };

const resized =
  (kernel: string): MakesRow =>
  (random) => {
    const shape = [random.int(1, 2), ...lengths(random, 2, 1, 4), random.int(1, 2)];
    const size = lengths(random, 2, 1, 6);
    const [alignCorners, halfPixelCenters] = random.pick([
      [false, false],
      [true, false],
      [false, true],
    ]);
    const attrs = { size, alignCorners, halfPixelCenters };
    return linear(random, shape, (tf, images) => run(tf, kernel, { images }, attrs));
  };

const mirrorPad: MakesRow = (random) => {
  const shape = random.shape(1, 4, 12);
  const mode = random.pick(['reflect', 'symmetric']);
  const most = (length: number) => Math.min(length - Number(mode === 'reflect'), 2);
  const paddings = shape.map((length) => lengths(random, 2, 0, most(length)));
  return linear(random, shape, (tf, x) => run(tf, 'MirrorPad', { x }, { paddings, mode }));
};

const depthToSpace: MakesRow = (random) => {
  const blockSize = random.int(2, 3);
  const [batch, height, width, depth] = lengths(random, 4, 1, 2);
  const shape = [batch, height, width, (depth * blockSize ** 2) / (blockSize === 3 ? depth : 1)];
  const attrs = { blockSize, dataFormat: 'NHWC' };
  return linear(random, shape, (tf, x) => run(tf, 'DepthToSpace', { x }, attrs));
};

/** Parts of any number: each counts with a number of its own, or is left out. */
function parts(random: Random, of: (tf: Tf, x: Tensor) => Tensor[], shape: number[]): RepairRow {
  const factors = random.withZeros(24);
  return linear(random, shape, (tf, x) =>
    of(tf, x)
      .map((part, i) => tf.mul(tf.sum(part), factors[i]))
      .reduce((a, b) => tf.add(a, b)),
  );
}

const unstack: MakesRow = (random) => {
  const shape = random.shape(1);
  const axis = random.int(-shape.length, shape.length - 1);
  return parts(random, (tf, x) => tf.unstack(x, axis), shape);
};

const split: MakesRow = (random) => {
  const shape = random.shape(1);
  const axis = random.int(-shape.length, shape.length - 1);
  const [length] = shape.slice(axis);
  const first = random.int(1, length);
  const sizes = first < length ? [first, length - first] : [length];
  const how = random.pick([sizes, length, 1]);
  return parts(random, (tf, x) => tf.split(x, how, axis), shape);
};

const bandPart: MakesRow = (random) => {
  const shape = [...random.shape(0, 1), ...lengths(random, 2, 1, 4)];
  const [lower, upper] = shape.slice(-2).map((length) => random.int(-1, length));
  return linear(random, shape, (tf, x) => tf.linalg.bandPart(x, lower, upper));
};

/**
 * Half of the corners are where places are halfway between two pixels: there, backends take one or the other. Box n is of
 * image n, because webgl takes no other; those of other images are among the random calls of tfjs' ops. None is as wide as
 * its crop, because wasm copies such from the first column.
 */
const cropAndResize =
  (method: 'bilinear' | 'nearest'): MakesRow =>
  (random) => {
    const shape = [random.int(1, 2), ...lengths(random, 2, 2, 5), random.int(1, 2)];
    const [count, , columns] = shape;
    const [height, width] = lengths(random, 2, 1, 4);
    const corners = () =>
      lengths(random, 2, 0, 1).flatMap(() =>
        shape.slice(1, 3).map((n) => random.int(-2, 2 * n) / (random.bool() ? 2 : 2.3) / (n - 1)),
      );
    const isCopied = (box: number[]) =>
      Math.abs((box[3] - box[1]) * (columns - 1) + 1 - width) < 0.01;
    const boxes: number[] = [];
    while (boxes.length < 4 * count) {
      const box = corners();
      if (!isCopied(box)) boxes.push(...box);
    }
    const row = linear(random, shape, (tf, x) =>
      tf.image.cropAndResize(
        x as tfjs.Tensor4D,
        tf.tensor2d(boxes, [count, 4]),
        tf.range(0, count, 1, 'int32'),
        [height, width],
        method,
      ),
    );
    return { ...row, byBackend: true };
  };

export const WINDOW_REPAIRS: Record<string, MakesRow> = {
  avgPool: average('AvgPool', 2),
  'avgPool, rounded up': average('AvgPool', 2, UP),
  avgPool3d: average('AvgPool3D', 3),
  'avgPool3d, rounded up': average('AvgPool3D', 3, UP),
  bandPart,
  conv2d: convolution('Conv2D', 2),
  conv3d: convolution('Conv3D', 3),
  'cropAndResize, bilinear': cropAndResize('bilinear'),
  'cropAndResize, nearest': cropAndResize('nearest'),
  depthToSpace,
  depthwiseConv2d: convolution('DepthwiseConv2dNative', 2, true),
  diag: (random) => {
    const shape = random.shape(1, 3, 6);
    return linear(random, shape, (tf, x) => run(tf, 'Diag', { x }, {}));
  },
  maxPool: maximum(2),
  'maxPool, nothing positive': maximum(2, DOWN, -9),
  'maxPool, rounded up': maximum(2, UP),
  maxPool3d: maximum(3, DOWN, 9),
  'maxPool3d, nothing positive': maximum(3, DOWN, -9),
  'maxPool3d, rounded up': maximum(3, UP, 9),
  mirrorPad,
  resizeBilinear: resized('ResizeBilinear'),
  resizeNearestNeighbor: resized('ResizeNearestNeighbor'),
  split,
  unstack,
};
