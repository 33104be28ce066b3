/**
 * TensorFlow's LeftShift and RightShift of int32. On webgl and webgpu, tfjs computes in float32. That is exact for
 * the halves of a number, and this package's scatters take numbers apart and put them together exactly.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import * as tf from '../../kernels/tfjs/seam.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { floor } from '../tfjs_ops.js';
import { type Compute, gatherNd, numbersTo, scatter } from './compose.js';

const HALF = 2 ** 16;

export const SHIFT_OPS: Record<string, Compute> = {
  LeftShift: shift(2, (high, low, factors) => {
    const shifted = tf.mul(low, factors);
    const upper = tf.add(modulo(tf.mul(high, factors)), modulo(over(shifted)));
    const signed = tf.sub(modulo(tf.add(upper, HALF / 2)), HALF / 2);
    return [tf.mul(signed, HALF), modulo(shifted)];
  }),
  RightShift: shift(1 / 2, (high, low, factors) => [
    floor(tf.mul(tf.mul(high, HALF), factors)),
    floor(tf.mul(low, factors)),
  ]),
};

type ShiftHalves = (high: Tensor, low: Tensor, factors: Tensor) => [a: Tensor, b: Tensor];

/** Makes a shift of x by y places, from a function that shifts halves and returns the terms of the result. */
function shift(base: number, shiftHalves: ShiftHalves): Compute {
  return ([x, y]) => {
    // tfjs' ops on wasm write past the end of empty tensors.
    const shape = tf.backend_util.assertAndGetBroadcastShape(x.shape, y.shape);
    if (sizeOf(shape) === 0) return tf.zeros(shape, 'int32');
    const powers = tf.tensor1d(numbersTo(32).map((count) => base ** count));
    const factors = gatherNd([powers, tf.reshape(y, [...y.shape, 1])], { outOfBounds: 'clamp' });
    const [a, b] = shiftHalves(...halvesOf(x), factors);
    return combine('add', tf.cast(a, 'int32'), tf.cast(b, 'int32'));
  };
}

/** Returns integers as high and low, where high * HALF + low is the integer, and low is in [0, HALF). */
function halvesOf(x: Tensor): [high: Tensor, low: Tensor] {
  // Rounded to float32, a number may reach the next half.
  const high = tf.minimum(over(tf.cast(x, 'float32')), HALF / 2 - 1);
  const low = tf.cast(combine('sub', x, tf.cast(tf.mul(high, HALF), 'int32')), 'float32');
  return [tf.add(high, over(low)), modulo(low)];
}

/** Combines tensors of one shape in exact int32. An empty tuple addresses all of them. */
function combine(reduction: Reduction, a: Tensor, b: Tensor): Tensor {
  const data = tf.reshape(a, [a.size]);
  const combined = scatter(reduction)([
    data,
    tf.zeros([1, 0], 'int32'),
    tf.reshape(b, [1, a.size]),
  ]);
  return tf.reshape(combined, a.shape);
}

const over = (x: Tensor): Tensor => floor(tf.mul(x, 1 / HALF));

const modulo = (x: Tensor): Tensor => tf.sub(x, tf.mul(over(x), HALF));
