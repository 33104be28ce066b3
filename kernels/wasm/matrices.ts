/**
 * tfjs' own matrix products and sums. It multiplies transposed matrices and stacks, as in the gradient of a dense layer, in
 * a loop over single values, and packs a matrix anew for each product of two plain ones; the module does neither. For sums
 * along axes before the last ones it transposes first.
 */
import type { BatchMatMulAttrs, SumAttrs, TensorInfo } from '@tensorflow/tfjs-core';

import { sizeOf, viewAs } from '../call/shapes.js';
import type { AdaptedCall, Adapter, BuiltinCall } from '../registry/compose_kernels.js';
import { keptShape, reducedAxes } from '../tfjs/rules.js';
import { BatchMatMul, broadcast_util, Sum } from '../tfjs/seam.js';
import { addressOf, allocate, asWasmBackend } from './heap.js';
import { BYTES, type Module, moduleOf } from './module.js';
import { isPackedOtherwise, isPlainProduct, runOnCopy } from './packed.js';
import {
  EACH_SUM_FROM,
  ON_THREADS_FROM,
  PLAIN_ROWS_FROM,
  PLAIN_UP_TO,
  SUM_FROM,
  SUM_WIDTH_FROM,
} from './strategy.js';

const products: Adapter = {
  name: 'tf.matMul',
  kernelName: BatchMatMul,
  supports: (call) =>
    productOf(call) !== null ||
    (areMatrices(call.input('a'), call.input('b')) &&
      isPlainProduct(call) &&
      isPackedOtherwise(call)),
  compute(call) {
    const product = productOf(call);
    if (!product) return runOnCopy(call);
    return (product.isOnThreads ? multipliedOnThreads : multiplied)(call, product);
  },
};

type Product = NonNullable<ReturnType<typeof productOf>>;

/** Returns what a product consists of, or null if tfjs' own kernel is as fast, or throws. */
function productOf(call: BuiltinCall) {
  const { input, attrs, backend } = call;
  const { transposeA = false, transposeB = false }: Partial<BatchMatMulAttrs> = attrs;
  const [a, b] = [input('a'), input('b')];
  const module = moduleOf(asWasmBackend(backend));
  if (!module || !areMatrices(a, b)) return null;
  const [stackA, stackB] = [a.shape.slice(0, -2), b.shape.slice(0, -2)];
  const [rows, inner] = matrixOf(a, transposeA);
  const [fitting, columns] = matrixOf(b, transposeB);
  if (fitting !== inner) return null;
  const batch = broadcast_util.assertAndGetBroadcastShape(stackA, stackB);
  const [count, countA, countB] = [batch, stackA, stackB].map(sizeOf);
  const isPlain = isPlainProduct(call) && rows > 0;
  // tfjs packs the second matrix once.
  const isSmall = rows >= PLAIN_ROWS_FROM && inner * columns <= PLAIN_UP_TO;
  if (isPlain && (module.isShared || !isSmall)) return null;
  return {
    stacks: [viewAs(a, [countA, ...a.shape.slice(-2)]), viewAs(b, [countB, ...b.shape.slice(-2)])],
    batches: [stackA, stackB],
    batch,
    transposes: [transposeA, transposeB],
    sizes: [rows, inner, columns],
    shape: [...batch, rows, columns],
    // Only tfjs' own kernel shares its work among threads.
    isOnThreads: module.isShared && count === 1 && rows * inner * columns >= ON_THREADS_FROM,
    module,
  };
}

/** Returns whether a product is one of matrices of floats; for others, tfjs' own kernels throw. */
export function areMatrices(...tensors: TensorInfo[]): boolean {
  return tensors.every(({ dtype, shape }) => dtype === 'float32' && shape.length >= 2);
}

/** Returns the number of rows and columns of a matrix, or of its transpose. */
function matrixOf({ shape }: TensorInfo, isTransposed: boolean): number[] {
  const lengths = shape.slice(-2);
  return isTransposed ? lengths.reverse() : lengths;
}

/** Returns the places in a stack that broadcasts to another shape, as in NumPy, in the order of that shape. */
function placesIn(stack: number[], shape: number[]): number[] {
  const missing = shape.length - stack.length;
  return shape.reduce(
    (places, length, d) => {
      const repeats = d < missing || stack[d - missing] === 1;
      return places.flatMap((place) =>
        Array.from({ length }, (_, i) => (repeats ? place : place * length + i)),
      );
    },
    [0],
  );
}

function multiplied(
  call: AdaptedCall,
  { stacks, batches, batch, transposes, sizes, shape, module }: Product,
): TensorInfo {
  const backend = asWasmBackend(call.backend);
  const [rows, inner, columns] = sizes;
  const left = stacks[0];
  const right = transposes[1] ? transposed(call, stacks[1], module) : stacks[1];
  const result = call.freeAtEnd(allocate(backend, shape, 'float32').finish());
  const [to, a, b] = [result, left, right].map((each) => addressOf(backend, each));
  const [down, across] = transposes[0] ? [BYTES, rows * BYTES] : [inner * BYTES, BYTES];
  const [nextA, nextB, next] = [rows * inner, inner * columns, rows * columns].map(
    (n) => n * BYTES,
  );
  const [placesA, placesB] = batches.map((each) => placesIn(each, next > 0 ? batch : [0]));
  placesA.forEach((placeA, i) => {
    const [from, by] = [a + placeA * nextA, b + placesB[i] * nextB];
    module.multiply(to + i * next, from, down, across, by, rows, inner, columns);
  });
  return result;
}

function multipliedOnThreads(
  call: AdaptedCall,
  { stacks, transposes, shape, module }: Product,
): TensorInfo {
  const [a, b] = stacks.map((stack, i) =>
    transposes[i] ? transposed(call, stack, module) : stack,
  );
  const result = call.runKernel(BatchMatMul, { a, b }, { transposeA: false, transposeB: false });
  result.shape = shape;
  return result;
}

/** Transposes each matrix of a stack. tfjs' own kernel misses the cache at powers of two, and in few long rows. */
function transposed(call: AdaptedCall, stack: TensorInfo, module: Module): TensorInfo {
  const [count, rows, columns] = stack.shape;
  if (rows === 1 || columns === 1) return viewAs(stack, [count, columns, rows]);
  const backend = asWasmBackend(call.backend);
  const result = call.freeAtEnd(allocate(backend, [count, columns, rows], 'float32').finish());
  const [from, to] = [addressOf(backend, stack), addressOf(backend, result)];
  for (let i = 0; i < count; i++) {
    const at = i * rows * columns * BYTES;
    module.transpose(to + at, from + at, rows, columns);
  }
  return result;
}

/** Sums the first run of adjacent axes by adding rows, after the others. */
const sums: Adapter = {
  name: 'tf.sum',
  kernelName: Sum,
  supports({ input, attrs }) {
    const { dtype, shape } = input('x');
    const { asked, axes } = axesOf(shape, attrs);
    const isOwn = axes.length === asked.length && sizeOf(shape) > 0;
    return !isOwn || (dtype === 'float32' && areRows(shape, axes));
  },
  compute(call) {
    const x = call.input('x');
    const { keepDims = false }: Partial<SumAttrs> = call.attrs;
    const { axes } = axesOf(x.shape, call.attrs);
    const shape = keepDims ? keptShape(x.shape, axes) : x.shape.filter((_, d) => !axes.includes(d));
    // tfjs leaves sums of nothing as they were in memory.
    if (sizeOf(x.shape) === 0)
      return call.runKernel('Fill', {}, { shape, value: 0, dtype: x.dtype });
    const module = moduleOf(asWasmBackend(call.backend));
    const addsRows = x.dtype === 'float32' && areRows(x.shape, axes);
    if (module && addsRows) return rowsAdded(call, axes, shape, module);
    // If an axis is repeated, tfjs reads and writes other memory.
    return call.runTfjs({ x }, { axis: axes, keepDims });
  },
};

function rowsAdded(
  { input, backend: host, runKernel, freeAtEnd }: AdaptedCall,
  axes: number[],
  shape: number[],
  module: Module,
): TensorInfo {
  const x = input('x');
  const backend = asWasmBackend(host);
  const { others, outer, length, width } = runOf(x.shape, axes);
  const rows = others.length === 0 ? x : runKernel(Sum, { x }, { axis: others, keepDims: true });
  const result = freeAtEnd(allocate(backend, shape, 'float32').finish());
  const [from, to] = [addressOf(backend, rows), addressOf(backend, result)];
  const bytes = width * BYTES;
  module.zero(to, outer * bytes);
  for (let i = 0; i < outer; i++) {
    module.addRows(to + i * bytes, from + i * length * bytes, length, bytes);
  }
  return result;
}

/** Returns the axes of a sum as they were asked for, and each of them once, in order. */
function axesOf(shape: number[], { axis }: Partial<SumAttrs>) {
  const asked = reducedAxes(shape, axis);
  return { asked, axes: [...new Set(asked)].sort((a, b) => a - b) };
}

/** Returns whether a sum along axes is faster by adding rows. */
function areRows(shape: number[], axes: number[]): boolean {
  const size = sizeOf(shape);
  if (size < SUM_FROM) return false;
  const { outer, width } = runOf(shape, axes);
  return width >= SUM_WIDTH_FROM && size >= outer * EACH_SUM_FROM;
}

/** Returns the axes of a sum after the first run of adjacent ones, and that run as one of three axes. */
function runOf(shape: number[], axes: number[]) {
  const [first] = axes;
  const run = axes.filter((each, i) => each === first + i);
  const last = first + run.length - 1;
  return {
    others: axes.slice(run.length),
    outer: sizeOf(shape.slice(0, first)),
    length: sizeOf(shape.slice(first, last + 1)),
    width: sizeOf(shape.filter((_, d) => d > last && !axes.includes(d))),
  };
}

/** Adapters for the ops whose kernels are slow. */
export const matrixAdapters = [products, sums];
