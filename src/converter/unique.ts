/**
 * TensorFlow's Unique and UniqueV2, which tfjs lacks on webgpu.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { tensor, tensor1d, util } from '../../kernels/tfjs/seam.js';
import { wrongShape } from '../../kernels/call/errors.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { requiredIntegers, requiredValues } from '../segment/required_ids.js';

/**
 * Returns the distinct slices of x in order of appearance, and the number of each slice of x among them. The axis
 * is an empty or single integer, by default 0. The host computes it, so that values stay known to later runs.
 */
export function unique([x, ...others]: Tensor[]): Tensor[] {
  const [at = 0] = others.flatMap((axis) => requiredIntegers('axis', axis));
  const { rank, shape, dtype } = x;
  if (rank === 0) throw wrongShape('x', shape, 'rank 1 or more');
  const [axis] = util.parseAxisParam(at, shape);
  const values = requiredValues('x', x);
  const [before, length, inner] = [
    shape.slice(0, axis),
    shape[axis],
    sizeOf(shape.slice(axis + 1)),
  ];
  const blocks = Array.from({ length: sizeOf(before) }, (_, block) => block * length * inner);
  const blockOf = (i: number) => (from: number) =>
    Array.from<number | Uint8Array>(values.slice(from + i * inner, from + (i + 1) * inner));
  // Slices of one value are common, and arrays of one value take ten times as long.
  const isVector = blocks.length * inner === 1;
  const keyOf = (i: number) =>
    isVector ? String(values[i]) : blocks.flatMap(blockOf(i)).join(';');
  const numbers = new Map<string, number>();
  const firsts: number[] = [];
  const found = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const key = keyOf(i);
    const known = numbers.get(key);
    found[i] = known ?? firsts.push(i) - 1;
    if (known === undefined) numbers.set(key, found[i]);
  }
  const distinct = isVector
    ? firsts.map((i) => values[i])
    : blocks.flatMap((from) => firsts.flatMap((i) => blockOf(i)(from)));
  const distinctShape = [...before, firsts.length, ...shape.slice(axis + 1)];
  return [tensor(distinct, distinctShape, dtype), tensor1d(found, 'int32')];
}
