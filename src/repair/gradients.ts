/**
 * Right gradients for tfjs' kernels. They consist of ops with gradients, so tfjs can differentiate them again. Zero
 * gradients and the others come together: zeros alone would turn errors into wrong numbers.
 */
import type {
  CastAttrs,
  CumprodAttrs,
  CumsumAttrs,
  DataType,
  DepthToSpaceAttrs,
  EinsumAttrs,
  GradConfig,
  MaxAttrs,
  MinAttrs,
  MirrorPadAttrs,
  ProdAttrs,
  Tensor,
} from '@tensorflow/tfjs-core';

import * as tf from '../../kernels/tfjs/seam.js';
import { keptShape, reducedAxes } from '../../kernels/tfjs/rules.js';
import { configOf, type GradientOf } from '../gradients/op_gradients.js';
import { inShape } from '../gradients/reads.js';
import { isTaped, asConstant } from '../tape.js';
import { equal, greater, sign, slice } from '../tfjs_math.js';
import { clipByValue, log } from '../tfjs_ops.js';
import { cumprodGradient, cumulated, einsumGradients, prodGradient } from './products.js';
import { kindNow, run } from './tfjs_kernels.js';
import { conv3dGradient, poolGradients, unmirrored, windowGradients } from './windows.js';

/** Kernels whose result does not change continuously, by the names of their inputs. */
const CONSTANT = {
  x: 'All Any ArgMax ArgMin Ceil Floor IsFinite IsInf IsNan LogicalNot Round Sign Step',
  'a b':
    'BitwiseAnd Equal FloorDiv Greater GreaterEqual Less LessEqual LogicalAnd LogicalOr NotEqual',
  'sortedSequence values': 'SearchSorted',
};

/**
 * Kernels whose gradient in tfjs reads the result, by the input that the tape does not keep for it. tfjs takes that for a
 * constant when it differentiates the gradient.
 */
const READ_RESULT = { x: 'Exp Sigmoid Tanh', logits: 'Softmax' };

/** Kernels whose gradients in tfjs have another shape than their inputs if these broadcast. */
const MISSHAPEN = 'BatchMatMul Maximum Minimum SquaredDifference';

/** Changes the gradients that are registered now. */
const changed = (kernelNames: string, change: (config: GradConfig) => GradConfig) =>
  kernelNames.split(' ').flatMap((kernelName) => {
    const config = tf.findGradient(kernelName);
    return config ? [change(config)] : [];
  });

/** Puts a gradient in place of a config's, which keeps what its tape keeps. */
const withGradFunc = (config: GradConfig, gradFunc: tf.SingleGradFunc): GradConfig => ({
  ...config,
  gradFunc: tf.asGradFunc(gradFunc),
});

/** Makes all gradients. Some of them run the ones that are registered now. */
export function repairedGradients(): GradConfig[] {
  return [
    ...Object.entries(CONSTANT).flatMap(([names, kernelNames]) => {
      const inputs = names.split(' ');
      const gradient: GradientOf = (_, saved) =>
        Object.fromEntries(inputs.map((name, i) => [name, () => tf.zeros(saved[i].shape)]));
      return kernelNames.split(' ').map((kernelName) => configOf(kernelName, inputs, gradient));
    }),
    ...Object.entries(READ_RESULT).flatMap(([name, kernelNames]) =>
      changed(kernelNames, (config) => differentiatingResult(config, name)),
    ),
    ...changed(MISSHAPEN, fitting),
    ...changed('ClipByValue LeakyRelu', flattening),
    ...changed('Elu', (config) => differentiatingResult(eluGradient(config), 'x')),
    ...changed('Conv3D', conv3dGradient),
    ...changed('Selu', (config) => flattening(seluGradient(config))),
    ...changed('Pow', (config) => differentiatingResult(powGradient(config))),
    ...poolGradients(),
    ...windowGradients(),
    configOf<MirrorPadAttrs>('MirrorPad', [], (dy, _, attrs) => ({
      x: () => unmirrored(dy, attrs),
    })),
    extremumGradient('Max', 'reductionIndices'),
    extremumGradient('Min', 'axis'),
    configOf('Abs', ['x'], (dy, [x]) => ({
      x: () => tf.mul(dy, signOf(x.dtype === 'int32' ? tf.cast(x, 'float32') : x)),
    })),
    configOf<CastAttrs>('Cast', ['x'], (dy, [x], { dtype }) => ({
      x: () => (rounds(x.dtype, dtype) ? tf.zeros(dy.shape) : tf.clone(dy)),
    })),
    // tfjs' own selects, which has no second derivative of rank 5 and 6.
    configOf('Prelu', ['x', 'alpha'], (dy, [x, alpha]) => ({
      x() {
        const isPositive = tf.cast(greater(x, 0), 'float32');
        const slope = tf.add(isPositive, tf.mul(tf.sub(1, isPositive), alpha));
        return fitted(x, tf.mul(dy, slope));
      },
      alpha: () => fitted(alpha, tf.mul(dy, tf.minimum(x, 0))),
    })),
    configOf<CumsumAttrs>('Cumsum', [], (dy, _, attrs) => ({
      x: () => cumulated('Cumsum', dy, { ...attrs, reverse: !attrs.reverse }),
    })),
    configOf<CumprodAttrs>('Cumprod', ['x'], (dy, [x], attrs) => ({
      x: () => cumprodGradient(dy, x, attrs),
    })),
    configOf<Partial<ProdAttrs>>('Prod', ['x'], (dy, [x], { axis }) => ({
      x: () => prodGradient(dy, x, axis),
    })),
    // Of a single part, tfjs passes dy instead of a list.
    ...changed('SplitV Unpack', (config) =>
      withGradFunc(config, (dy, saved, attrs) => config.gradFunc([dy].flat(), saved, attrs)),
    ),
    {
      ...configOf<EinsumAttrs>('Einsum', [], (dy, operands, { equation }) =>
        einsumGradients(dy, operands, equation),
      ),
      saveAllInputs: true,
    },
    configOf('Diag', [], (dy) => ({ x: () => diagonalOf(dy) })),
    configOf<DepthToSpaceAttrs>('DepthToSpace', [], (dy, _, attrs) => ({
      x: () => spaceToDepth(dy, attrs),
    })),
  ];
}

/**
 * Makes a gradient whose derivative follows the result back to the inputs. In the first order it is tfjs' own and the
 * tape keeps no more: only where an outer tape records does it keep the input, and computes the result again.
 */
function differentiatingResult(config: GradConfig, ...name: string[]): GradConfig {
  const names = [...(config.inputsToSave ?? []), ...name];
  const isNested = () => tf.engine().state.gradientDepth > 1;
  return {
    ...config,
    get inputsToSave() {
      return isNested() ? names : config.inputsToSave;
    },
    gradFunc(dy, saved, attrs) {
      const kept = config.inputsToSave?.length ?? 0;
      const [result] = saved.slice(-1);
      const inputs = Object.fromEntries(names.map((name, i) => [name, saved[i]]));
      const isLinked = tf.engine().state.gradientDepth > 0 && saved.length > names.length;
      const y = isLinked ? run(config.kernelName, inputs, attrs) : result;
      return config.gradFunc(dy, [...saved.slice(0, kept), y], attrs);
    },
  };
}

/** Returns whether a cast loses values, so that its result does not change continuously. */
const rounds = (from: DataType, to: DataType): boolean =>
  from !== to && (to === 'bool' || (to === 'int32' && from === 'float32'));

/**
 * On wasm, tfjs' sign is 0 below 1e-7 and takes longer than to scale and clip, and older releases lack it. Two steps raise
 * the smallest numbers above 1.
 */
const signOf = (x: Tensor): Tensor =>
  kindNow() === 'wasm' ? asConstant(() => clipped(clipped(x, 3e38), 1e7), [x]) : sign(x);

const clipped = (x: Tensor, factor: number): Tensor => clipByValue(tf.mul(x, factor), -1, 1);

/** Gives a gradient the shape of its input: sums it along the axes where that was broadcast. */
function fitted({ shape }: Tensor, gradient: Tensor): Tensor {
  const isSame = gradient.size === tf.util.sizeFromShape(shape);
  const axes = isSame ? [] : tf.broadcast_util.getReductionAxes(shape, gradient.shape);
  return inShape(axes.length > 0 ? tf.sum(gradient, axes) : gradient, shape);
}

const fitting = (config: GradConfig): GradConfig =>
  withGradFunc(config, (dy, saved, attrs) => {
    const gradients = config.gradFunc(dy, saved, attrs);
    const fit = (name: string, i: number) =>
      [name, () => fitted(saved[i], gradients[name]())] as const;
    return Object.fromEntries((config.inputsToSave ?? []).map(fit));
  });

/** Older releases of tfjs take 1 for 0 in their kernel on cpu, and have none on wasm. */
const eluGradient = (config: GradConfig): GradConfig =>
  withGradFunc(config, (dy, [y]) => ({ x: () => tf.mul(dy, tf.add(1, tf.minimum(y, 0))) }));

/** If it is differentiated, this reads the result: tfjs' reads exp(x), which is infinite where it does not count. */
const seluGradient = (config: GradConfig): GradConfig =>
  withGradFunc(config, (dy, [x], attrs) => {
    if (!isTaped()) return config.gradFunc(dy, [x], attrs);
    const { SELU_SCALE, SELU_SCALEALPHA } = tf.backend_util;
    const below = () => tf.add(run('Selu', { x }), SELU_SCALEALPHA);
    return { x: () => tf.mul(dy, tf.where(greater(x, 0), SELU_SCALE, below())) };
  });

/** The gradient of a power. That of x⁰ is 0, and that of x¹ is 1, at 0 as well. */
const powGradient = (config: GradConfig): GradConfig =>
  withGradFunc(config, (dy, [a, b, y]) => ({
    a() {
      const isZero = (x: Tensor) => tf.cast(equal(x, 0), 'float32');
      // Only a derivative by the exponent tells whether the base is 0, too.
      const raised = isTaped() ? tf.mul(isZero(a), isZero(b)) : isZero(b);
      const slope = tf.mul(b, run('Pow', { a, b: tf.add(tf.sub(b, 1), raised) }));
      return fitted(a, tf.mul(dy, slope));
    },
    b() {
      const base = flat(a);
      const logarithm = tf.where(greater(base, 0), log(base), tf.zerosLike(base));
      return fitted(b, tf.mul(dy, tf.mul(y, inShape(logarithm, a.shape))));
    },
  }));

/** On GPUs, tfjs' where has at most four dimensions. */
const flat = (x: Tensor): Tensor => (x.rank > 4 ? tf.reshape(x, [-1]) : x);

const flattening = (config: GradConfig): GradConfig =>
  withGradFunc(config, (dy, saved, attrs) => {
    const { x } = config.gradFunc(flat(dy), saved.map(flat), attrs);
    return { x: () => inShape(x(), dy.shape) };
  });

/** Counts the values that are alike, where the host can do so cheaply. Most calls have no ties; NaN is alike to nothing. */
function hasNoTies(alike: Tensor, y: Tensor): boolean {
  if (!['cpu', 'wasm'].includes(kindNow())) return false;
  let count = 0;
  for (const value of alike.dataSync()) count += value;
  return count === y.size && !y.dataSync().includes(NaN);
}

/** On wasm, tfjs compares tensors that broadcast ten times as slowly as it multiplies and compares them. */
function repeated(y: Tensor, shape: number[]): Tensor {
  if (kindNow() !== 'wasm' || y.dtype !== 'float32') return y;
  return asConstant(() => tf.mul(y, tf.fill(shape, 1, 'float32')), [y]);
}

/** Makes the gradient of a maximum or minimum along axes, the attribute of this name, which ties share evenly. */
function extremumGradient(kernelName: string, name: 'axis' | 'reductionIndices'): GradConfig {
  const gradient: GradientOf<Partial<MaxAttrs & MinAttrs>> = (dy, [x, y], { [name]: along }) => ({
    x() {
      const shape = keptShape(x.shape, along);
      const alike = equal(x, repeated(tf.reshape(y, shape), x.shape));
      const share = tf.reshape(dy, shape);
      if (hasNoTies(alike, y)) return tf.mul(share, alike);
      // On webgpu, tfjs cannot sum what it has cast from bool.
      const mask = kindNow() === 'webgpu' ? tf.mul(alike, tf.scalar(1)) : tf.cast(alike, 'float32');
      return tf.mul(mask, tf.div(share, tf.sum(mask, reducedAxes(x.shape, along), true)));
    },
  });
  return configOf(kernelName, ['x'], gradient, true);
}

/** Returns the diagonal of a tensor of shape [...shape, ...shape]: the first column of rows that are one longer. */
function diagonalOf(x: Tensor): Tensor {
  const shape = x.shape.slice(0, x.rank / 2);
  const size = tf.util.sizeFromShape(shape);
  const flat = tf.concat([tf.reshape(x, [-1]), tf.zeros([size])]);
  return tf.reshape(slice(tf.reshape(flat, [size, size + 1]), [0, 0], [size, 1]), shape);
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
  return tf.reshape(tf.transpose(tf.reshape(x, blocks), order), shape);
}
