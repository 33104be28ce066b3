/** The segment ops by definition, one value at a time and in double precision. */
import type { ArgSegmentName, SegmentName, SegmentUse } from './call.js';
import type { Sum } from './oracle_derivatives.js';
import { exampleOf } from './random_batches.js';
import { numbersOf, sizeOf } from './values.js';

interface Rule {
  /** Maps the values of one segment, and their rows, to one value or to one for each of them. */
  of: (values: number[], rows: number[]) => number | number[];
  isMap: boolean;
  takesIntegers: boolean;
  /** The value of an empty segment, or of a dropped value. */
  nothing: number;
}

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
const mean = (values: number[]) => sum(values) / values.length;
const negated = (values: number[]) => values.map((x) => -x);
const largest = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);

function std(values: number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((x) => (x - centre) ** 2)));
}

function logSumExp(values: number[]): number {
  const shift = largest(values);
  if (Math.abs(shift) === Infinity) return shift;
  return shift + Math.log(sum(values.map((x) => Math.exp(x - shift))));
}

const logSoftmax = (values: number[]) => values.map((x) => x - logSumExp(values));

/** The row of the first NaN, or else of the first largest value. */
function argMax(values: number[], rows: number[]): number {
  const isLargest = (value: number) => values.every((other) => other <= value);
  const broken = values.findIndex(Number.isNaN);
  return rows[broken >= 0 ? broken : values.findIndex(isLargest)];
}

const LARGEST_FLOAT = (2 - 2 ** -23) * 2 ** 127;

const reduces = (
  of: (values: number[], rows: number[]) => number,
  nothing: number,
  takesIntegers = false,
): Rule => ({ of, isMap: false, takesIntegers, nothing });

const maps = (of: (values: number[]) => number[], nothing: number): Rule => ({
  of,
  isMap: true,
  takesIntegers: false,
  nothing,
});

const RULES: Record<SegmentName | ArgSegmentName, Rule> = {
  unsortedSegmentArgMax: reduces(argMax, -1, true),
  unsortedSegmentArgMin: reduces((values, rows) => argMax(negated(values), rows), -1, true),
  unsortedSegmentSum: reduces(sum, 0, true),
  unsortedSegmentMean: reduces(mean, 0, true),
  unsortedSegmentProd: reduces((values) => values.reduce((a, b) => a * b, 1), 1, true),
  unsortedSegmentMax: reduces(largest, -LARGEST_FLOAT, true),
  unsortedSegmentMin: reduces((values) => -largest(negated(values)), LARGEST_FLOAT, true),
  unsortedSegmentSqrtN: reduces((values) => sum(values) / Math.sqrt(values.length), 0),
  unsortedSegmentStd: reduces(std, 0),
  unsortedSegmentSoftmax: maps((values) => logSoftmax(values).map(Math.exp), 0),
  unsortedSegmentLogSoftmax: maps(logSoftmax, -Infinity),
  unsortedSegmentLogSumExp: reduces(logSumExp, -Infinity),
};

export const ARG_OPS: readonly ArgSegmentName[] = [
  'unsortedSegmentArgMax',
  'unsortedSegmentArgMin',
];
export const SEGMENT_OPS = Object.keys(RULES).filter((op) => !op.includes('Arg')) as SegmentName[];

/** Ops whose calls can set the result for an empty segment. */
export const takesEmpty = (op: SegmentUse['op']): boolean => /(Max|Min)$/.test(op);

/** The value of an empty segment, or of a dropped value. */
const nothingOf = ({ op, options }: SegmentUse): number => options?.empty ?? RULES[op].nothing;

export function takesIntegers(op: SegmentUse['op']): boolean {
  return RULES[op].takesIntegers;
}

/** The leading dimensions that are a batch. */
const batchOf = ({ inputs, options }: SegmentUse) =>
  inputs.x.shape.slice(0, options?.batchDims ?? 0);

/** A call without its batch: the call of each example. Ids of rank 1 are those of all. */
function examplesOf({ inputs: { x, segmentIds }, ...use }: SegmentUse, batch: number[]) {
  const options = { ...use.options, batchDims: 0 };
  const isShared = segmentIds.shape.length === 1;
  return Array.from({ length: sizeOf(batch) }, (_, i): SegmentUse => {
    const ids = isShared ? segmentIds : exampleOf(segmentIds, batch, i);
    return { ...use, options, inputs: { x: exampleOf(x, batch, i), segmentIds: ids } };
  });
}

export function segmentResultShape(use: SegmentUse): number[] {
  const { x, segmentIds } = use.inputs;
  if (RULES[use.op].isMap) return x.shape;
  const batch = batchOf(use);
  const isShared = batch.length > 0 && segmentIds.shape.length === 1;
  const rowAt = isShared ? batch.length + 1 : segmentIds.shape.length;
  return [...batch, use.numSegments, ...x.shape.slice(rowAt)];
}

/** The op on `x`. Rounding is measured against the scale, the sum of the magnitudes of the terms. */
export function segmentForward(use: SegmentUse, x = numbersOf(use.inputs.x)): Sum[] {
  const batch = batchOf(use);
  if (batch.length > 0) {
    const examples = examplesOf(use, batch);
    const length = x.length / examples.length;
    return examples.flatMap((example, i) =>
      segmentForward(example, x.slice(i * length, (i + 1) * length)),
    );
  }
  const ids = numbersOf(use.inputs.segmentIds);
  const width = sizeOf(use.inputs.x.shape.slice(use.inputs.segmentIds.shape.length));
  const size = sizeOf(segmentResultShape(use));
  const out = Array.from({ length: size }, (): Sum => ({ value: nothingOf(use), scale: 0 }));
  for (let segment = 0; segment < use.numSegments; segment++) {
    for (let c = 0; c < width; c++) {
      const rows = ids.flatMap((id, row) => (id === segment ? [row] : []));
      if (rows.length === 0) continue;
      const places = rows.map((row) => row * width + c);
      const values = places.map((place) => x[place]);
      const scale = sum(values.map(Math.abs).filter(Number.isFinite));
      const result = RULES[use.op].of(values, rows);
      if (typeof result === 'number') {
        const value = use.inputs.x.dtype === 'int32' ? Math.floor(result) : result;
        out[segment * width + c] = { value, scale };
      } else {
        places.forEach((place, i) => (out[place] = { value: result[i], scale }));
      }
    }
  }
  return out;
}

/** <dy, y> without the constant values of empty segments and dropped values. */
function loss(use: SegmentUse, dy: number[], x: number[]): number {
  // No result is NaN here, so only these constants are.
  const marked = { ...use, options: { ...use.options, empty: NaN } };
  const values = segmentForward(marked, x).map(({ value }) => value);
  return sum(values.map((value, i) => (Number.isNaN(value) ? 0 : value * dy[i])));
}

/** Small compared with differences of values, large compared with rounding, in both orders. */
const STEP = 2 ** -13;

const moved = (x: number[], direction: number[], by: number) =>
  x.map((value, i) => value + by * direction[i]);

const unit = (size: number, at: number) => Array.from({ length: size }, (_, i) => +(i === at));

function scaled(values: number[]): Sum[] {
  const scale = largest(values.map(Math.abs));
  return values.map((value) => ({ value, scale }));
}

/** d<dy, y> / dx by central differences. */
export function segmentGradient(use: SegmentUse, dy: number[]): Sum[] {
  const x = numbersOf(use.inputs.x);
  const slope = (_: number, i: number) => {
    const direction = unit(x.length, i);
    const [above, below] = [STEP, -STEP].map((by) => loss(use, dy, moved(x, direction, by)));
    return (above - below) / (2 * STEP);
  };
  return scaled(x.map(slope));
}

/** The derivatives of <v, d<dy, y> / dx> with respect to dy and x, by central differences. */
export function segmentSecondOrder(
  use: SegmentUse,
  dy: number[],
  v: number[],
): { dy: Sum[]; data: Sum[] } {
  const x = numbersOf(use.inputs.x);
  const along = (direction: number[], weights: number[]) => (by: number, along: number) =>
    loss(use, weights, moved(moved(x, v, along), direction, by));
  const still = x.map(() => 0);
  const byDy = dy.map((_, i) => {
    const at = along(still, unit(dy.length, i));
    return (at(0, STEP) - at(0, -STEP)) / (2 * STEP);
  });
  const byX = x.map((_, i) => {
    const at = along(unit(x.length, i), dy);
    const mixed = at(STEP, STEP) - at(STEP, -STEP) - at(-STEP, STEP) + at(-STEP, -STEP);
    return mixed / (4 * STEP * STEP);
  });
  return { dy: scaled(byDy), data: scaled(byX) };
}
