/** Random calls of the segment ops: any rank, empty segments, dropped slices, ties, extreme values. */
import fc from 'fast-check';
import type {
  DType,
  JsonNumber,
  SegmentName,
  SegmentOptions,
  SegmentUse,
  TensorData,
} from './call.js';
import { chance, distinctNumbers, int, pick, randomShape, tensorOf } from './random_values.js';
import { randomBatch, repeatedIn } from './random_batches.js';
import type { Draw } from './seed.js';
import { takesEmpty, takesIntegers } from './segment_oracle.js';
import { sizeOf } from './values.js';

const few = fc.constantFrom<JsonNumber>(-1, -0.5, 0, 0, 0.5, 1, 2, 3.25);
const wide = fc.integer({ min: -800, max: 800 }).map((n) => n / 8);
const integers = fc.integer({ min: -1, max: 2 });
/** Large values of only one sign: a sum of both signs would be mostly rounding. */
const extreme = fc.constantFrom<JsonNumber>(0, 1, 1e30, 2e30, '-Infinity');
const broken = fc.constantFrom<JsonNumber>(1, 'NaN', 'Infinity', '-Infinity');

function valuesOf(draw: Draw, op: SegmentUse['op'], dtype: DType): fc.Arbitrary<JsonNumber> {
  if (dtype === 'int32') return integers;
  return pick(draw, op === 'unsortedSegmentProd' ? [few] : [few, few, wide, extreme, broken]);
}

function randomIds(
  draw: Draw,
  shape: number[],
  numSegments: number,
  { outOfBounds }: SegmentOptions,
): TensorData {
  const kept = fc.integer({ min: 0, max: Math.max(numSegments - 1, 0) });
  const beyond = outOfBounds === 'drop' ? [numSegments, numSegments + 1, 2000] : [];
  const dropped = fc.constantFrom(-1, -2, -numSegments - 3, ...beyond);
  const mayDrop = numSegments === 0 || chance(draw, 2);
  const id = numSegments === 0 ? dropped : mayDrop ? fc.oneof(kept, kept, dropped) : kept;
  return tensorOf(draw, 'int32', shape, id);
}

function randomOptions(draw: Draw, op: SegmentUse['op'], dtype: DType): SegmentOptions {
  const bounds = pick(draw, [{}, { outOfBounds: 'error' }, { outOfBounds: 'drop' }]);
  const numbers = dtype === 'float32' ? [0, 0.5, -Infinity, NaN] : [0, 7];
  const setsEmpty = takesEmpty(op) && chance(draw, 2);
  return setsEmpty ? { ...bounds, empty: pick(draw, numbers) } : bounds;
}

export function randomSegmentUse(
  draw: Draw,
  op: SegmentUse['op'],
  maxRank = 7,
  allowEmpty = true,
): SegmentUse {
  const shape = randomShape(draw, maxRank, allowEmpty);
  const numSegments = allowEmpty && chance(draw, 15) ? 0 : int(draw, 1, 4);
  const dtype = takesIntegers(op) && chance(draw, 3) ? 'int32' : 'float32';
  const options = randomOptions(draw, op, op.includes('Arg') ? 'int32' : dtype);
  const idsShape = shape.slice(0, int(draw, 0, shape.length));
  const segmentIds = randomIds(draw, idsShape, numSegments, options);
  const x = tensorOf(draw, dtype, shape, valuesOf(draw, op, dtype));
  return { op, inputs: { x, segmentIds }, numSegments, options };
}

/** Makes some calls one on a batch, whose examples may share ids of rank 1. */
export function randomlyBatched(draw: Draw, use: SegmentUse): SegmentUse {
  const { x, segmentIds } = use.inputs;
  const rank = segmentIds.shape.length;
  if (rank === 0 || x.shape.length > 4 || chance(draw, 2)) return use;
  const batch = randomBatch(draw);
  const batched = repeatedIn(draw, batch);
  const ids = rank === 1 && chance(draw, 2) ? segmentIds : batched(segmentIds, 2);
  const options = { ...use.options, batchDims: batch.length };
  return { ...use, inputs: { x: batched(x), segmentIds: ids }, options };
}

/** No two values are closer than 1/8 and none exceeds about 2, so the op is smooth. */
export function randomSmoothUse(draw: Draw, op: SegmentName): SegmentUse {
  const use = randomSegmentUse(draw, op, 4);
  const { x, segmentIds } = use.inputs;
  const values = distinctNumbers(draw, sizeOf(x.shape));
  const smooth = op === 'unsortedSegmentProd' ? values.map((value) => value / 4 + 0.5) : values;
  return {
    ...use,
    inputs: { x: { dtype: 'float32', shape: x.shape, values: smooth }, segmentIds },
  };
}
