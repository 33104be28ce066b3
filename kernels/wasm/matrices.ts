/**
 * tfjs' own matrix products and sums. It multiplies transposed matrices and stacks, as in the gradient of a dense layer, in
 * a loop over single values, and packs a matrix anew for each product of two plain ones; the module does neither. For sums
 * along axes before the last ones it transposes first.
 */
import type {
  _FusedMatMulAttrs,
  BatchMatMulAttrs,
  SumAttrs,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import { sizeOf, viewAs } from '../call/shapes.js';
import type { AdaptedCall, Adapter, BuiltinCall } from '../registry/compose_kernels.js';
import { _FusedMatMul, BatchMatMul, broadcast_util, Sum, util } from '../tfjs/seam.js';
import { addressOf, allocate, asWasmBackend } from './heap.js';
import { BYTES, type Module, moduleOf } from './module.js';
import {
  EACH_SUM_FROM,
  ON_THREADS_FROM,
  PLAIN_ROWS_FROM,
  PLAIN_UP_TO,
  SUM_FROM,
  SUM_WIDTH_FROM,
} from './strategy.js';

/** Makes the adapter for a kernel of products, which a fused one follows by a bias and an activation. */
const products = (kernelName: string, isFused: boolean): Adapter => ({
  name: 'tf.matMul',
  kernelName,
  supports: (call) => productOf(call, isFused) !== null,
  compute(call) {
    const product = productOf(call, isFused);
    if (!product) return call.runOwn();
    const result = (product.isOnThreads ? multipliedOnThreads : multiplied)(call, product);
    return isFused ? activated(call, result) : result;
  },
});

type Product = NonNullable<ReturnType<typeof productOf>>;

/** Returns what a product consists of, or null if tfjs' own kernel is as fast, or throws. */
function productOf({ input, attrs, backend }: BuiltinCall, isFused: boolean) {
  const { transposeA = false, transposeB = false }: Partial<BatchMatMulAttrs> = attrs;
  const [a, b] = [input('a'), input('b')];
  const [endA, endB] = [a.shape.length, b.shape.length];
  const [sizeA, sizeB] = [sizeOf(a.shape), sizeOf(b.shape)];
  const rows = a.shape[endA - (transposeA ? 1 : 2)];
  const inner = a.shape[endA - (transposeA ? 2 : 1)];
  const columns = b.shape[endB - (transposeB ? 2 : 1)];
  const [countA, countB] = [sizeA / (rows * inner), sizeB / (inner * columns)];
  const count = Math.max(countA, countB);
  const isFloat = a.dtype === 'float32' && b.dtype === 'float32';
  const fits = b.shape[endB - (transposeB ? 1 : 2)] === inner;
  const module = moduleOf(asWasmBackend(backend));
  if (!module || !isFloat || !fits || sizeA * sizeB === 0) return null;
  const isPlain = !transposeA && !transposeB && count === 1;
  // tfjs packs the second matrix once, and adds the bias as it writes the product.
  const isSmall = rows >= PLAIN_ROWS_FROM && inner * columns <= PLAIN_UP_TO;
  if (isPlain && (isFused || module.isShared || !isSmall)) return null;
  const batch = broadcast_util.assertAndGetBroadcastShape(
    a.shape.slice(0, -2),
    b.shape.slice(0, -2),
  );
  if (sizeOf(batch) > count) return null;
  return {
    stacks: [viewAs(a, [countA, ...a.shape.slice(-2)]), viewAs(b, [countB, ...b.shape.slice(-2)])],
    transposes: [transposeA, transposeB],
    sizes: [rows, inner, columns],
    shape: [...batch, rows, columns],
    count,
    // Only tfjs' own kernel shares its work among threads.
    isOnThreads: module.isShared && count === 1 && rows * inner * columns >= ON_THREADS_FROM,
    module,
  };
}

function multiplied(
  call: AdaptedCall,
  { stacks, transposes, sizes, shape, count, module }: Product,
): TensorInfo {
  const backend = asWasmBackend(call.backend);
  const [rows, inner, columns] = sizes;
  const left = stacks[0];
  const right = transposes[1] ? transposed(call, stacks[1], module) : stacks[1];
  const result = call.freeAtEnd(allocate(backend, shape, 'float32').finish());
  const [to, a, b] = [result, left, right].map((each) => addressOf(backend, each));
  const [down, across] = transposes[0] ? [BYTES, rows * BYTES] : [inner * BYTES, BYTES];
  // A stack of one matrix repeats it.
  const nextA = left.shape[0] === 1 ? 0 : rows * inner * BYTES;
  const nextB = right.shape[0] === 1 ? 0 : inner * columns * BYTES;
  const next = rows * columns * BYTES;
  for (let i = 0; i < count; i++) {
    const [from, by] = [a + i * nextA, b + i * nextB];
    module.multiply(to + i * next, from, down, across, by, rows, inner, columns);
  }
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

/** The kernels of activations that a product may be fused with. In attributes, they are in lower case. */
const ACTIVATIONS = ['Relu', 'Relu6', 'Sigmoid', 'Elu', 'LeakyRelu', 'Prelu'];

/** Adds a fused product's bias, and applies its activation. */
function activated({ inputs, attrs, runKernel }: AdaptedCall, product: TensorInfo): TensorInfo {
  const { activation = 'linear', leakyreluAlpha: alpha = 0 }: Partial<_FusedMatMulAttrs> = attrs;
  const { bias, preluActivationWeights } = inputs;
  const x = bias ? runKernel('Add', { a: product, b: bias }) : product;
  const kernelName = ACTIVATIONS.find((name) => name.toLowerCase() === activation);
  if (!kernelName) return x;
  return runKernel(kernelName, { x, alpha: preluActivationWeights }, { alpha });
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
    const size = sizeOf(shape);
    if (dtype !== 'float32' || size < SUM_FROM) return false;
    const { outer, width } = runOf(shape, attrs);
    return width >= SUM_WIDTH_FROM && size >= outer * EACH_SUM_FROM;
  },
  compute({ input, attrs, backend: host, runKernel, freeAtEnd, runOwn }) {
    const x = input('x');
    const { keepDims = false }: Partial<SumAttrs> = attrs;
    const backend = asWasmBackend(host);
    const module = moduleOf(backend);
    if (!module) return runOwn();
    const { axes, others, outer, length, width } = runOf(x.shape, attrs);
    const rows = others.length === 0 ? x : runKernel(Sum, { x }, { axis: others, keepDims: true });
    const shape = x.shape.flatMap((each, d) => (!axes.includes(d) ? each : keepDims ? 1 : []));
    const result = freeAtEnd(allocate(backend, shape, 'float32').finish());
    const [from, to] = [addressOf(backend, rows), addressOf(backend, result)];
    const bytes = width * BYTES;
    module.zero(to, outer * bytes);
    for (let i = 0; i < outer; i++) {
      module.addRows(to + i * bytes, from + i * length * bytes, length, bytes);
    }
    return result;
  },
};

/** Returns the axes of a sum, those after the first run of adjacent ones, and that run as one of three axes. */
function runOf(shape: number[], { axis = [] }: Partial<SumAttrs>) {
  const axes = util.parseAxisParam(axis, shape).sort((a, b) => a - b);
  const [first] = axes;
  const run = axes.filter((each, i) => each === first + i);
  const last = first + run.length - 1;
  return {
    axes,
    others: axes.slice(run.length),
    outer: sizeOf(shape.slice(0, first)),
    length: sizeOf(shape.slice(first, last + 1)),
    width: sizeOf(shape.filter((_, d) => d > last && !axes.includes(d))),
  };
}

/** Adapters for the ops whose kernels are slow. */
export const matrixAdapters = [products(BatchMatMul, false), products(_FusedMatMul, true), sums];
