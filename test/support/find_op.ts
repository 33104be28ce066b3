/** Finds the function that a call names. */
import type * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as indexing from 'tfjs-gather-scatter/indexing';
import * as losses from 'tfjs-gather-scatter/losses';
import * as segmentOps from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';
import * as namespace from 'tfjs-gather-scatter/tf';
import type { Functions } from './all_calls.js';
import type { Form } from './call.js';

export type Input = tf.Tensor | tf.TensorLike;
export type Named = Record<string, tf.Tensor>;
type AnyOp = (...args: unknown[]) => tf.Tensor;

/** The functions of all entries. */
export const FUNCTIONS: Functions = {
  ...ops,
  ...segmentOps,
  ...sparse,
  ...indexing,
  ...losses,
};

/** Finds an op in the requested form. The casts let a case pass a wrong name. */
export function findOp({ op, form }: { op: string; form?: Form }): AnyOp {
  return ((form === 'tf' ? namespace : FUNCTIONS) as object as Record<string, AnyOp>)[op];
}
