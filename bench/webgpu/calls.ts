/** Calls on random inputs that the GPU has computed, so that the host knows no indices. */
import * as tf from '@tensorflow/tfjs';
import { gatherND, scatterElements, scatterND } from '../../src/index.js';
import type { Call } from './timing.js';

export const M = 2 ** 20;

/** No order is kept: each call sorts its sites, as one with new indices does. */
export const SORTS = { MOST_KEPT_BYTES: 0 };

/** Random numbers that are whole, so that their sums are the same in every order. */
function wholeNumbers(shape: number[], below: number): tf.Tensor {
  const size = tf.util.sizeFromShape(shape);
  return onGpu(
    Float32Array.from({ length: size }, () => Math.floor(Math.random() * below)),
    shape,
  );
}

function floats(shape: number[]): tf.Tensor {
  return onGpu(Float32Array.from({ length: tf.util.sizeFromShape(shape) }, Math.random), shape);
}

function indicesBelow(size: number, shape: number[]): tf.Tensor {
  return wholeNumbers(shape, size).cast('int32').add(tf.scalar(0, 'int32'));
}

function onGpu(values: Float32Array, shape: number[]): tf.Tensor {
  return tf.tensor(values, shape).add(tf.scalar(0));
}

/** Adds slices of so many values at random sites; in an order that is kept, unless thresholds forbid. */
export function addSlices(siteCount: number, slices: number, width = 1): Call {
  const data = floats([slices, width]);
  const indices = indicesBelow(slices, [siteCount, 1]);
  const updates = floats([siteCount, width]);
  return () => scatterND(data, indices, updates, { reduction: 'add' });
}

/** The same of whole numbers, for results that do not depend on the order. */
export function addWholeSlices(siteCount: number, slices: number, width = 1): Call {
  const data = wholeNumbers([slices, width], 8);
  const indices = indicesBelow(slices, [siteCount, 1]);
  const updates = wholeNumbers([siteCount, width], 8);
  return () => scatterND(data, indices, updates, { reduction: 'add' });
}

/** Adds whole numbers along so many lines. */
export function addAlongLines(lines: number, length: number): Call {
  const shape = [lines, length];
  const data = wholeNumbers(shape, 8);
  const indices = indicesBelow(length, shape);
  const updates = wholeNumbers(shape, 8);
  return () => scatterElements(data, indices, updates, { axis: 1, reduction: 'add' });
}

/** Gathers single values. */
export function gatherSingles(count: number): Call {
  const data = floats([count]);
  const indices = indicesBelow(count, [count, 1]);
  return () => gatherND(data, indices);
}

/** A call whose floats may be combined in any order. */
export function unordered(call: Call): Call {
  return () => {
    tf.env().set('GATHER_SCATTER_ORDERED', false);
    try {
      return call();
    } finally {
      tf.env().set('GATHER_SCATTER_ORDERED', true);
    }
  };
}

/** Makes several calls as one, and keeps the last result. */
export function allOf(calls: Call[]): Call {
  const [last, ...others] = calls;
  return () => {
    for (const call of others) call().dispose();
    return last();
  };
}
