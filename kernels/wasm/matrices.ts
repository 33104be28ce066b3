/**
 * tfjs' own matrix products and sums. tfjs has optimised only the product of two plain matrices, of which others are
 * made here: it multiplies transposed matrices and stacks, as in the gradient of a dense layer, in a loop over single
 * values. For sums along axes before the last ones it transposes first.
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
import { addressOf, allocate, asWasmBackend, copyTo, partOf, release } from './heap.js';
import { BYTES, moduleOf } from './module.js';
import { EACH_SUM_FROM, PRODUCT_FROM, SUM_FROM, SUM_WIDTH_FROM } from './strategy.js';

/** Makes the adapter for a kernel of products, which a fused one may follow by a bias and an activation. */
const products = (kernelName: string, isFused: boolean): Adapter => ({
  name: 'tf.matMul',
  kernelName,
  supports: (call) => productOf(call, isFused) !== null,
  compute(call) {
    const product = productOf(call, isFused);
    return product ? multiplied(call, product, kernelName) : call.runOwn();
  },
});

type Product = NonNullable<ReturnType<typeof productOf>>;

/** Returns what a product consists of, or null if tfjs' own kernel is as fast, or throws. */
function productOf({ input, inputs, attrs }: BuiltinCall, isFused: boolean) {
  const { transposeA = false, transposeB = false }: Partial<BatchMatMulAttrs> = attrs;
  const [a, b] = [input('a'), input('b')];
  const [endA, endB] = [a.shape.length, b.shape.length];
  const [sizeA, sizeB] = [sizeOf(a.shape), sizeOf(b.shape)];
  const rows = a.shape[endA - (transposeA ? 1 : 2)];
  const inner = a.shape[endA - (transposeA ? 2 : 1)];
  const columns = b.shape[endB - (transposeB ? 2 : 1)];
  const [countA, countB] = [sizeA / (rows * inner), sizeB / (inner * columns)];
  const count = Math.max(countA, countB);
  const isPlain = !transposeA && !transposeB && count === 1;
  const isFloat = a.dtype === 'float32' && b.dtype === 'float32';
  const fits = b.shape[endB - (transposeB ? 1 : 2)] === inner;
  if (isPlain || !isFloat || !fits || sizeA * sizeB === 0) return null;
  // aᵀ · bᵀ is the transpose of b · a.
  const exchanges = transposeA && transposeB && !isFused;
  const results = count * rows * columns;
  const moved = exchanges ? results : (transposeA ? sizeA : 0) + (transposeB ? sizeB : 0);
  const steps = (exchanges ? countA : countB) === 1 ? 1 : count;
  // tfjs adds wrong values of a bias.
  if (!inputs.bias && results * inner - moved < steps * PRODUCT_FROM) return null;
  const batch = broadcast_util.assertAndGetBroadcastShape(
    a.shape.slice(0, -2),
    b.shape.slice(0, -2),
  );
  if (sizeOf(batch) > count) return null;
  const shape = [...batch, rows, columns];
  const stacks = [
    viewAs(a, [countA, ...a.shape.slice(-2)]),
    viewAs(b, [countB, ...b.shape.slice(-2)]),
  ];
  return { stacks, transposes: [transposeA, transposeB], exchanges, steps, shape, count };
}

/** Kernels for activations that tfjs' fast kernel would apply to one matrix of a stack, or lose NaN in. */
const APART: Partial<Record<string, string>> = { relu: 'Relu', relu6: 'Relu6', prelu: 'Prelu' };

/** Multiplies all rows of a stack at once if they share a factor, or else one matrix at a time. */
function multiplied(call: AdaptedCall, product: Product, kernelName: string): TensorInfo {
  const { inputs, runKernel, freeAtEnd } = call;
  const { activation = 'linear' }: Partial<_FusedMatMulAttrs> = call.attrs;
  const apart = APART[activation];
  const attrs = apart ? { ...call.attrs, activation: 'linear' } : call.attrs;
  const multiply = (a: TensorInfo, b: TensorInfo) =>
    product.steps === 1
      ? freeAtEnd(
          call.runOwn({ ...inputs, a, b }, { ...attrs, transposeA: false, transposeB: false }),
        )
      : runKernel(kernelName, { ...inputs, a, b }, attrs);
  const result = (product.steps === 1 ? atOnce : oneByOne)(call, product, multiply);
  result.shape = product.shape;
  return apart ? runKernel(apart, { x: result, alpha: inputs.preluActivationWeights }) : result;
}

type Multiply = (a: TensorInfo, b: TensorInfo) => TensorInfo;

function atOnce(
  call: AdaptedCall,
  { stacks, transposes, exchanges, count }: Product,
  multiply: Multiply,
): TensorInfo {
  const plain = stacks.map((stack, i) =>
    transposes[i] === exchanges ? stack : transposed(call, stack),
  );
  const [left, right] = exchanges ? plain.reverse() : plain;
  const [lefts, rows, inner] = left.shape;
  const product = multiply(viewAs(left, [1, lefts * rows, inner]), right);
  const columns = right.shape[2];
  product.shape = [count, rows, columns];
  return exchanges && rows > 1 && columns > 1 ? transposed(call, product) : product;
}

function oneByOne(
  { backend: host, freeAtEnd }: AdaptedCall,
  { stacks, shape, count }: Product,
  multiply: Multiply,
): TensorInfo {
  const backend = asWasmBackend(host);
  const result = freeAtEnd(allocate(backend, shape, 'float32').finish());
  const bytes = (sizeOf(shape) / count) * BYTES;
  for (let i = 0; i < count; i++) {
    const parts = stacks.map((stack) => partOf(backend, stack, i % stack.shape[0]));
    try {
      const product = multiply(parts[0], parts[1]);
      copyTo(backend, product, addressOf(backend, result) + i * bytes);
      // To free it at the end as well does no harm.
      backend.disposeData(product.dataId);
    } finally {
      for (const part of parts) release(backend, part);
    }
  }
  return result;
}

/** Transposes each matrix of a stack. tfjs' own kernel misses the cache at powers of two, and in few long rows. */
function transposed(call: AdaptedCall, stack: TensorInfo): TensorInfo {
  const [count, rows, columns] = stack.shape;
  if (rows === 1 || columns === 1) return viewAs(stack, [count, columns, rows]);
  const backend = asWasmBackend(call.backend);
  const module = moduleOf(backend);
  if (!module) return call.runKernel('Transpose', { x: stack }, { perm: [0, 2, 1] });
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
  supports({ input, attrs, backend }) {
    const { dtype, shape } = input('x');
    const size = sizeOf(shape);
    if (dtype !== 'float32' || size < SUM_FROM) return false;
    const { outer, width } = runOf(shape, attrs);
    const gains = width >= SUM_WIDTH_FROM && size >= outer * EACH_SUM_FROM;
    return gains && moduleOf(asWasmBackend(backend)) !== null;
  },
  compute({ input, attrs, backend: host, runKernel, freeAtEnd, runOwn }) {
    const x = input('x');
    const { keepDims = false }: Partial<SumAttrs> = attrs;
    const { axes, others, outer, length, width } = runOf(x.shape, attrs);
    const rows = others.length === 0 ? x : runKernel(Sum, { x }, { axis: others, keepDims: true });
    const backend = asWasmBackend(host);
    const module = moduleOf(backend);
    if (!module) return runOwn();
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
