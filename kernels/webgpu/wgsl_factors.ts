/**
 * WGSL that changes the values that sites read by the factors of a gather.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { NumericDtype } from '../call/dtypes.js';
import type { Factor, ReadFactors } from '../call/factors.js';
import { areAlike, isNaN } from './wgsl_updates.js';
import { typeOf, type Units } from './wgsl_values.js';

interface Changes {
  inputs: Record<string, TensorInfo>;
  /** Statements that change `bits`, and clear `isKept` where a value is not. */
  code: string;
}

/** Writes the changes of the unit `unit` of the result, at `place` in data. */
export function changesBy(
  { exp, by: { from, over, weights, sourceLike, targetLike } }: ReadFactors,
  dtype: NumericDtype,
  units: Units,
): Changes {
  const inputs: Record<string, TensorInfo> = {};
  const type = typeOf(dtype, units);
  /** Declares `name` as the numbers of a factor. Only those of each value are read in units. */
  const read = (name: string, { tensor, per }: Factor, place = 'unit', slice = 'site'): string => {
    const array = `${name}${per === 'value' ? 'Values' : 'Numbers'}`;
    inputs[array] = tensor;
    const at = { value: place, slice, call: '0' }[per];
    return `let ${name} = ${typeOf(tensor.dtype, units)}(${array}[${at}]);`;
  };
  const lines: string[] = [];
  const changes = from ?? over ?? weights ?? exp;
  if (changes) lines.push(`var value = bitcast<${type}>(bits);`);
  if (from) lines.push(read('minuend', from), 'value = minuend - value;');
  if (over) lines.push(read('over', over), dtype === 'int32' ? floored(type) : divided(type));
  // Compilers may assume that a number is finite, and compute Infinity for NaN.
  if (exp) lines.push(`value = select(exp(value), value, ${isNaN('value', units)});`);
  if (weights) lines.push(read('weights', weights), 'value *= weights;');
  if (changes) lines.push(`bits = bitcast<${typeOf('int32', units)}>(value);`);
  if (sourceLike && targetLike) {
    const areKept = areAlike('sourceLike', 'targetLike', targetLike.tensor.dtype, units);
    lines.push(read('sourceLike', sourceLike, 'place', 'max(slice, 0)'));
    lines.push(read('targetLike', targetLike), `isKept = isKept & (${areKept});`);
  }
  return { inputs, code: lines.map((line) => `    ${line}\n`).join('') };
}

/** Writes a division; a divisor of 0 leaves the value as it is. */
const divided = (type: string) => `let divisor = ${type}(over);
    value /= select(divisor, ${type}(1), divisor == ${type}(0));`;

/** Writes the same for integers. WGSL's division truncates. */
const floored = (type: string) => `let divisor = select(over, ${type}(1), over == ${type}(0));
    let quotient = value / divisor;
    let rest = value - quotient * divisor;
    value = quotient - select(${type}(0), ${type}(1), (rest != ${type}(0)) & ((rest < ${type}(0)) != (divisor < ${type}(0))));`;
