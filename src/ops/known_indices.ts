/** Checks of indices whose values the host knows. */
import type { Tensor } from '@tensorflow/tfjs-core';

import { firstOutside, type IndexRange, showPosition } from '../../kernels/call/bounds.js';
import { asNumbers } from '../../kernels/call/dtypes.js';
import { wrong } from '../../kernels/call/errors.js';
import { cast, tensor } from '../../kernels/tfjs/seam.js';
import { indexRanges, knownValues } from '../backends.js';
import { asConstant } from '../tape.js';

/** The range that an index must be in, and how messages say it. */
export interface Inside {
  lowest: number;
  /** The first index beyond. */
  end: number;
  /** A value that may be outside. */
  except?: number;
  expected: () => string;
}

/** Expects indices of rows of a tensor. Messages call them `what`. */
export function insideRows(of: string, rows: number, wraps = false, what = 'rows'): Inside {
  const lowest = wraps ? -rows : 0;
  const range = () => (rows > 0 ? `an index in [${lowest}, ${rows - 1}]` : 'no index at all');
  return { lowest, end: rows, expected: () => `${range()}: ${of} has ${rows} ${what}` };
}

/**
 * Throws for an index outside that the host knows, and returns the ranges of indices. `insides` has an entry for each
 * index of a tuple.
 */
export function checkInside(
  name: string,
  indices: Tensor,
  insides: readonly Inside[],
): readonly IndexRange[] | null {
  const ranges = indexRanges(indices, insides.length);
  const found = firstOutside(
    ranges ?? [],
    () => knownValues(indices),
    (value, k) => value < insides[k].lowest || value >= insides[k].end,
    (value, k) => value === insides[k].except,
  );
  if (!found) return ranges;
  const { value, flat, k } = found;
  const at = showPosition(flat, indices.shape);
  throw wrong(`${name} has the value ${value} at ${at}`, insides[k].expected());
}

/**
 * Converts indices to int32: tfjs gives every layer's output float32. Known values must be integers; values
 * that only the GPU knows are truncated.
 */
export function toIndices(name: string, indices: Tensor): Tensor {
  if (indices.dtype !== 'float32') return indices;
  const known = knownValues(indices);
  if (known === null) return cast(indices, 'int32');
  const values = asNumbers(known);
  const broken = values.findIndex((value) => (value | 0) !== value);
  if (broken >= 0) {
    const found = `${name} has the value ${values[broken]} at ${showPosition(broken, indices.shape)}`;
    throw wrong(found, 'integers in the range of int32');
  }
  // A cast would put the values only on the GPU, where the op cannot check their bounds.
  return asConstant(() => tensor(Int32Array.from(values), indices.shape, 'int32'), [indices]);
}
