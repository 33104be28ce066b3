/**
 * Right gradients for tfjs' kernels. They consist of ops with gradients, so tfjs can differentiate them again. Zero
 * gradients and the others come together: zeros alone would turn errors into wrong numbers.
 */
import type {
  CastAttrs,
  CumprodAttrs,
  DepthToSpaceAttrs,
  EinsumAttrs,
  GradConfig,
  MaxAttrs,
  MinAttrs,
  NamedAttrMap,
  Tensor,
} from '@tensorflow/tfjs-core';

import {
  asGradFunc,
  cast,
  concat,
  div,
  engine,
  findGradient,
  less,
  mul,
  reshape,
  scalar,
  type SingleGradFunc,
  sum,
  transpose,
  util,
  zeros,
} from '../../kernels/tfjs/seam.js';
import { equal, sign, slice } from '../tfjs_math.js';
import { cumprodGradient, einsumGradients } from './products.js';

const unary = (kernelNames: string) => kernelNames.split(' ').map((name) => [name, 'x'] as const);
const binary = (kernelNames: string) => unary(kernelNames).map(([name]) => [name, 'a b'] as const);

/** Kernels whose result does not change continuously, with their inputs. */
const CONSTANT = [
  ...binary(
    'BitwiseAnd Equal FloorDiv Greater GreaterEqual Less LessEqual LogicalAnd LogicalOr NotEqual',
  ),
  ...unary('All Any ArgMax ArgMin Ceil Floor IsFinite IsInf IsNan LogicalNot Round Sign Step'),
  ['SearchSorted', 'sortedSequence values'],
  ['Unique', 'x'],
] as const;

/**
 * Kernels whose gradient in tfjs reads the result, with the inputs that the tape does not keep for it. tfjs takes that
 * for a constant when it differentiates the gradient.
 */
const READ_RESULT = [...unary('Elu Exp Sigmoid Tanh'), ['Softmax', 'logits'], ['Pow', '']] as const;

const run = (kernelName: string, inputs: Record<string, Tensor>, attrs?: NamedAttrMap): Tensor =>
  engine().runKernel<Tensor>(kernelName, inputs, attrs);

/** Makes a gradient from the tensors that the tape keeps: inputs, and perhaps the result. */
const gradientOf = (
  kernelName: string,
  inputs: string[],
  gradFunc: SingleGradFunc,
  keepsResult = false,
): GradConfig => ({
  kernelName,
  inputsToSave: inputs,
  outputsToSave: [keepsResult],
  gradFunc: asGradFunc(gradFunc),
});

/** Makes all gradients. Some of them run the ones that are registered now. */
export function repairedGradients(): GradConfig[] {
  return [
    ...CONSTANT.map(([kernelName, names]) => {
      const inputs = names.split(' ');
      return gradientOf(kernelName, inputs, (_, saved) =>
        Object.fromEntries(inputs.map((name, i) => [name, () => zeros(saved[i].shape)])),
      );
    }),
    ...READ_RESULT.flatMap(([kernelName, name]) => {
      const own = findGradient(kernelName);
      return own ? [differentiatingResult(own, name)] : [];
    }),
    extremumGradient('Max', ({ reductionIndices }: Partial<MaxAttrs>) => reductionIndices),
    extremumGradient('Min', ({ axis }: Partial<MinAttrs>) => axis),
    gradientOf('Abs', ['x'], (dy, [x]) => ({ x: () => mul(dy, sign(cast(x, 'float32'))) })),
    gradientOf('Cast', [], (dy, _, { dtype }: Partial<CastAttrs>) => ({
      x: () => (dtype === 'float32' ? cast(dy, dtype) : zeros(dy.shape)),
    })),
    gradientOf('EluGrad', ['dy', 'y'], (ddy, [dy, y]) => ({
      dy: () => run('EluGrad', { dy: ddy, y }),
      y: () => mul(mul(ddy, dy), cast(less(y, 0), 'float32')),
    })),
    gradientOf('Cumprod', ['x'], (dy, [x], attrs) => ({
      x: () => cumprodGradient(dy, x, attrs as NamedAttrMap & CumprodAttrs),
    })),
    {
      ...gradientOf('Einsum', [], (dy, operands, attrs) =>
        einsumGradients(dy, operands, (attrs as NamedAttrMap & EinsumAttrs).equation),
      ),
      saveAllInputs: true,
    },
    gradientOf('Diag', [], (dy) => ({ x: () => diagonalOf(dy) })),
    gradientOf('DepthToSpace', [], (dy, _, attrs) => ({
      x: () => spaceToDepth(dy, attrs as NamedAttrMap & DepthToSpaceAttrs),
    })),
  ];
}

/**
 * Makes a gradient whose derivative follows the result back to the inputs. In the first order it is tfjs' own and the
 * tape keeps no more: only where an outer tape records does it keep the input, and computes the result again.
 */
function differentiatingResult(own: GradConfig, name: string): GradConfig {
  const names = [...(own.inputsToSave ?? []), ...(name ? [name] : [])];
  const isNested = () => engine().state.gradientDepth > 1;
  return {
    ...own,
    get inputsToSave() {
      return isNested() ? names : own.inputsToSave;
    },
    gradFunc(dy, saved, attrs) {
      const kept = own.inputsToSave?.length ?? 0;
      const [result] = saved.slice(-1);
      const inputs = Object.fromEntries(names.map((name, i) => [name, saved[i]]));
      const isLinked = engine().state.gradientDepth > 0 && saved.length > names.length;
      const y = isLinked ? run(own.kernelName, inputs, attrs) : result;
      return own.gradFunc(dy, [...saved.slice(0, kept), y], attrs);
    },
  };
}

/** Makes the gradient of a maximum or minimum along axes, which ties share evenly. */
function extremumGradient(
  kernelName: string,
  axesOf: (attrs: NamedAttrMap) => number | number[] | undefined,
): GradConfig {
  const ofTies: SingleGradFunc = (dy, [x, y], attrs) => ({
    x() {
      const axes = util.parseAxisParam(axesOf(attrs) ?? x.shape.map((_, d) => d), x.shape);
      const shape = x.shape.map((length, d) => (axes.includes(d) ? 1 : length));
      // On webgpu, tfjs cannot sum what it has cast from bool.
      const mask = mul(equal(x, reshape(y, shape)), scalar(1));
      return mul(mask, div(reshape(dy, shape), sum(mask, axes, true)));
    },
  });
  return gradientOf(kernelName, ['x'], ofTies, true);
}

/** Returns the diagonal of a tensor of shape [...shape, ...shape]: the first column of rows that are one longer. */
function diagonalOf(x: Tensor): Tensor {
  const shape = x.shape.slice(0, x.rank / 2);
  const size = util.sizeFromShape(shape);
  const flat = concat([reshape(x, [-1]), zeros([size])]);
  return reshape(slice(reshape(flat, [size, size + 1]), [0, 0], [size, 1]), shape);
}

/** Undoes depthToSpace. */
function spaceToDepth(x: Tensor, { blockSize, dataFormat }: DepthToSpaceAttrs): Tensor {
  const isLast = dataFormat === 'NHWC';
  const [batch, ...others] = x.shape;
  const [height, width, depth] = isLast ? others : [others[1], others[2], others[0]];
  const rows = [height / blockSize, blockSize, width / blockSize, blockSize];
  const blocks = isLast ? [batch, ...rows, depth] : [batch, depth, ...rows];
  const order = isLast ? [0, 1, 3, 2, 4, 5] : [0, 3, 5, 1, 2, 4];
  const channels = depth * blockSize * blockSize;
  const shape = isLast ? [batch, rows[0], rows[2], channels] : [batch, channels, rows[0], rows[2]];
  return reshape(transpose(reshape(x, blocks), order), shape);
}
