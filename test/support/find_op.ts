/** Finds the function that a call names. */
import type * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as namespace from 'tfjs-gather-scatter/tf';
import type { Functions } from './all_calls.js';
import type { Form } from './call.js';

export type Input = tf.Tensor | tf.TensorLike;
export type Named = Record<string, tf.Tensor>;
type AnyOp = (...args: unknown[]) => tf.Tensor;

/** The functions. */
export const FUNCTIONS: Functions = { ...ops };

/** Finds an op in the requested form. The casts let a case pass a wrong name. */
export function findOp({ op, form }: { op: string; form?: Form }): AnyOp {
  return ((form === 'tf' ? namespace : FUNCTIONS) as object as Record<string, AnyOp>)[op];
}
