/**
 * Calls that read the same integers as indices of other shapes, into data of other shapes, by other policies. Some
 * address distinct slices, others a slice from two sites in succession, and all have more sites than are walked.
 */
import type { CallOptions, OpName, OpUse } from '../../support/call.js';
import { resultShape } from '../../support/oracle_targets.js';
import { f32, i32, sizeOf } from '../../support/values.js';

export interface Reading extends OpUse {
  name: string;
}

const PAIRS = 70;

/** 0, -80, 1, -79, 2, -78 and so on. */
const INDICES = Array.from({ length: PAIRS }, (_, i) => [i, i - 80]).flat();

const floats = (shape: number[], period: number) =>
  f32(
    shape,
    Array.from({ length: sizeOf(shape) }, (_, i) => ((i * 3) % period) / 4),
  );

function reading(
  op: OpName,
  data: number[],
  indices: number[],
  options: CallOptions = {},
  integers = INDICES,
): Reading {
  const elements = op.endsWith('Elements');
  const inputs = { data: floats(data, 7), indices: i32(indices, integers) };
  const shapes = `of ${JSON.stringify(data)} at ${integers[0]} and others in ${JSON.stringify(indices)}`;
  const name = `${op} ${shapes}, ${JSON.stringify(options)}`;
  if (op.startsWith('gather')) return { name, op, inputs, options };
  const gather = elements ? 'gatherElements' : 'gatherND';
  const updates = floats(resultShape({ op: gather, inputs, options }), 11);
  return { name, op, inputs: { ...inputs, updates }, options: { reduction: 'add', ...options } };
}

const column = [2 * PAIRS, 1];
const fromZero = { wrapNegatives: false };
const drop = { outOfBounds: 'drop' };
const clamp = { outOfBounds: 'clamp' };

/** The first call sees values that the host still has. */
export const readings = [
  reading('scatterND', [150], column),
  reading('scatterND', [80], column),
  reading('scatterND', [80], column, {}, [...INDICES].reverse()),
  reading('scatterND', [80, 2], column),
  reading('scatterND', [80], column, { reduction: 'none' }),
  reading('scatterND', [80], column, { ...drop, ...fromZero }),
  reading('scatterND', [80], column, { ...clamp, ...fromZero }),
  reading('scatterND', [50], column, drop),
  reading('scatterND', [50], column, clamp),
  reading('scatterND', [60], column),
  reading('scatterND', [PAIRS, 80], [PAIRS, 2]),
  reading('scatterND', [2, 150], [2, PAIRS, 1], { batchDims: 1 }),
  reading('scatterElements', [150, 2], [PAIRS, 2]),
  reading('scatterElements', [2, 50], [2, PAIRS], { axis: 1, ...drop }),
  reading('scatterElements', [3, 50], [2, PAIRS], { axis: 1, ...drop }),
  reading('gatherND', [150], column),
  reading('gatherND', [60, 2], column),
  reading('gatherND', [PAIRS, 80], [PAIRS, 2]),
  reading('gatherND', [2, 80], [2, PAIRS, 1], { batchDims: 1 }),
  reading('gatherElements', [80, 2], [PAIRS, 2]),
  reading('gatherElements', [2, 50], [2, PAIRS], { axis: 1, ...clamp }),
];
