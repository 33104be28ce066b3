/** tfjs' own products that are fused with a bias and an activation, where its kernel is wrong, as products and what follows. */
import type { _FusedMatMulAttrs, TensorInfo } from '@tensorflow/tfjs-core';

import type { Numbers } from '../call/dtypes.js';
import { sizeOf, viewAs } from '../call/shapes.js';
import type { AdaptedCall, Adapter, BuiltinCall } from '../registry/compose_kernels.js';
import { _FusedMatMul, BatchMatMul } from '../tfjs/seam.js';
import { asWasmBackend, viewOf } from './heap.js';
import { areMatrices } from './matrices.js';
import { isPackedOtherwise, isPlainProduct, runOnCopy } from './packed.js';

const LINEAR = 'Linear';
const PRELU = 'Prelu';

/** The kernels of activations that a product may be fused with. In attributes, they are in lower case. */
const ACTIVATIONS = [LINEAR, 'Relu', 'Relu6', 'Sigmoid', 'Elu', 'LeakyRelu', PRELU];

/** A product, then its bias, then its activation. tfjs' own kernel adds wrong values of a bias to other products. */
export const fusedProducts: Adapter = {
  name: 'tf.fused.matMul',
  kernelName: _FusedMatMul,
  supports: (call) =>
    kernelOfActivation(call) !== undefined &&
    areMatrices(call.input('a'), call.input('b')) &&
    (!isPlain(call) || isPackedOtherwise(call)),
  compute(call) {
    if (isPlain(call)) return runOnCopy(call);
    const { input, inputs, attrs, runKernel } = call;
    const { transposeA = false, transposeB = false }: Partial<_FusedMatMulAttrs> = attrs;
    const [a, b, { bias }] = [input('a'), input('b'), inputs];
    const product = runKernel(BatchMatMul, { a, b }, { transposeA, transposeB });
    if (sizeOf(product.shape) === 0) return product;
    const x = bias ? runKernel('Add', { a: product, b: stackedLike(product, bias) }) : product;
    return activated(call, x);
  },
};

/** tfjs throws for other activations. */
function kernelOfActivation({ attrs }: BuiltinCall): string | undefined {
  const { activation = 'linear' }: Partial<_FusedMatMulAttrs> = attrs;
  return ACTIVATIONS.find((name) => name.toLowerCase() === activation);
}

/**
 * Returns whether tfjs' own kernel is right: for two matrices, neither transposed, with a value of the bias and of the
 * weights for each column. It reads as many values of a bias, even if there is one, and leaves products of nothing as they
 * were in memory.
 */
function isPlain(call: BuiltinCall): boolean {
  const { input, inputs, backend } = call;
  const [a, b] = [input('a'), input('b')];
  const areStacks = [a, b].every(({ shape }) => shape.length === 3);
  if (!areStacks || !isPlainProduct(call) || sizeOf(a.shape) === 0) return false;
  const columns = b.shape[b.shape.length - 1];
  const { bias, preluActivationWeights: weights }: Partial<typeof inputs> = inputs;
  // tfjs refuses a bias that was stored with another rank.
  const isVector = ({ dataId, shape }: TensorInfo) =>
    [shape, asWasmBackend(backend).dataIdMap.get(dataId).shape].every(({ length }) => length === 1);
  if (bias && !(isVector(bias) && isRow(bias, columns))) return false;
  if (kernelOfActivation(call) !== PRELU) return true;
  return weights?.dtype === 'float32' && isRow(weights, columns);
}

/** Returns whether a tensor has one value for each column. */
function isRow({ shape }: TensorInfo, columns: number): boolean {
  return sizeOf(shape) === columns && shape[shape.length - 1] === columns;
}

function activated(call: AdaptedCall, x: TensorInfo): TensorInfo {
  const { leakyreluAlpha: alpha = 0 }: Partial<_FusedMatMulAttrs> = call.attrs;
  const kernelName = kernelOfActivation(call) ?? LINEAR;
  if (kernelName.startsWith('Relu')) {
    // tfjs' own kernels turn NaN into 0: relu one with a sign, as products of infinity and 0 are, and relu6 all.
    clip(viewOf(asWasmBackend(call.backend), x), kernelName === 'Relu' ? Infinity : 6);
    return x;
  }
  if (kernelName === LINEAR) return x;
  const weights = kernelName === PRELU && { alpha: weightsFor(call, x) };
  return call.runKernel(kernelName, { x, ...weights }, { alpha });
}

function clip(values: Numbers, most: number): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    values[i] = value > most ? most : value <= 0 ? 0 : value;
  }
}

/** Returns a tensor with a value for each of a product's in its shape: tfjs makes one stack of the product's. */
function stackedLike({ shape }: TensorInfo, tensor: TensorInfo): TensorInfo {
  return sizeOf(tensor.shape) === sizeOf(shape) ? viewAs(tensor, shape) : tensor;
}

/** Returns prelu's weights for the columns of x, or for each of its values: tfjs' own kernel takes all others for these. */
function weightsFor({ input, runKernel }: AdaptedCall, x: TensorInfo): TensorInfo {
  const { shape } = x;
  const stored = input('preluActivationWeights');
  const weights = runKernel('Cast', { x: stored }, { dtype: 'float32' });
  if (isRow(weights, shape[shape.length - 1])) return weights;
  const ones = runKernel('Fill', {}, { shape, value: 1, dtype: 'float32' });
  const all = runKernel('Multiply', { a: stackedLike(x, weights), b: ones });
  // Throws if there are more than values.
  return runKernel('Reshape', { x: all }, { shape });
}
