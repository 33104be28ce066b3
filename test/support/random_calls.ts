/** Random calls of every op with every dtype and option, valid except for their index values. */
import {
  type CallOptions,
  type DType,
  isGather,
  type OpName,
  type OpUse,
  type TensorData,
} from './call.js';
import { IN_MEMORY, type Precision } from './precision.js';
import { chance, int, pick, randomShape, randomTensor } from './random_values.js';
import type { Draw } from './seed.js';
import { i32, numbersOf, sizeOf } from './values.js';
import { unlessOutOfBounds } from './oracle.js';
import { targetsOf } from './oracle_targets.js';
import { combines, POLICIES, REDUCTION_NAMES } from './oracle_words.js';

export const OPS: readonly OpName[] = [
  'gatherElements',
  'gatherND',
  'scatterElements',
  'scatterND',
  'scatterNDUpdate',
];

const SPECIAL_FILLS = [NaN, Infinity, -Infinity, -0.5];

export interface Limits {
  dtypes: readonly DType[];
  precision?: Precision;
  maxRank: number;
  /** Whether an axis may have length 0, and a call no sites. */
  allowEmpty: boolean;
  /** Whether indices may be out of bounds under the policy 'error'. */
  allowErrors: boolean;
  /** The most sites along an axis, if not few. */
  longest?: number;
  /** The shape of data, if not random. */
  shape?: number[];
}

function randomIndex(draw: Draw, size: number, { wild, farthest }: Plan): number {
  if (!wild && size > 0) {
    return int(draw, -size, size - 1);
  }
  return chance(draw, 8) ? pick(draw, [farthest, -farthest - 1]) : int(draw, -size - 2, size + 1);
}

interface Sites {
  indices: TensorData;
  updatesShape: number[];
  options: CallOptions;
}

interface Plan {
  shape: number[];
  wild: boolean;
  /** The largest possible index. */
  farthest: number;
  allowEmpty: boolean;
  longest?: number;
}

function length(draw: Draw, max: number, allowEmpty: boolean): number {
  return allowEmpty && chance(draw, 20) ? 0 : int(draw, Math.min(1, max), max);
}

function elementSites(draw: Draw, plan: Plan): Sites {
  const { shape, allowEmpty, longest = 5 } = plan;
  const axis = int(draw, -shape.length, shape.length - 1);
  const place = axis < 0 ? axis + shape.length : axis;
  const sites = shape.map((size, d) => length(draw, d === place ? longest : size, allowEmpty));
  const values = Array.from({ length: sizeOf(sites) }, () => randomIndex(draw, shape[place], plan));
  const options = axis === 0 && chance(draw, 2) ? {} : { axis };
  return { indices: { dtype: 'int32', shape: sites, values }, updatesShape: sites, options };
}

function tupleSites(draw: Draw, plan: Plan): Sites {
  const { shape, allowEmpty, longest = 3 } = plan;
  const batchDims = chance(draw, 2) ? 0 : int(draw, 0, shape.length - 1);
  const depth = int(draw, 0, shape.length - batchDims);
  const extra = Array.from({ length: int(draw, 0, 2) }, () => length(draw, longest, allowEmpty));
  const outer = [...shape.slice(0, batchDims), ...extra];
  const tuples = Array.from({ length: sizeOf(outer) }, () =>
    shape.slice(batchDims, batchDims + depth).map((size) => randomIndex(draw, size, plan)),
  );
  const options = batchDims === 0 && chance(draw, 2) ? {} : { batchDims };
  return {
    indices: { dtype: 'int32', shape: [...outer, depth], values: tuples.flat() },
    updatesShape: [...outer, ...shape.slice(batchDims + depth)],
    options,
  };
}

function scatterOptions(draw: Draw, reduction: string): CallOptions {
  const named = reduction === 'none' && chance(draw, 2) ? {} : { reduction };
  const self = pick(draw, [{}, { includeSelf: true }, { includeSelf: false }]);
  return { ...named, ...self };
}

/** Sometimes a fill for dropped sites that the dtype can hold. */
export function randomFill(draw: Draw, dtype: DType, precision: Precision): CallOptions {
  if (dtype === 'string' || chance(draw, 2)) return {};
  if (dtype === 'bool') return { fill: int(draw, 0, 1) };
  const tensor = randomTensor(draw, dtype === 'int32' ? dtype : 'float32', [], precision);
  return { fill: pick(draw, [...numbersOf(tensor), ...(dtype === 'int32' ? [7] : SPECIAL_FILLS)]) };
}

/** Scatters accept a scalar for all sites, and scatterNDUpdate any tensor of one element instead of it. */
function loosen(draw: Draw, op: OpName, shape: number[]): number[] {
  if (chance(draw, 8)) return [];
  return op === 'scatterNDUpdate' && shape.length === 0 ? pick(draw, [[], [1], [1, 1]]) : shape;
}

/** Data of a shape, and its sites. */
export type Reading = Sites & Pick<Plan, 'shape'>;

/** Shapes of data that few integers address, as indices of one of their shapes. */
function readingOf(draw: Draw, op: OpName, integers: number[]): Reading {
  const lead = int(draw, 1, 3);
  const size = () => int(draw, 3, 6);
  const tensorIn = (shape: number[]) => i32([...shape, integers.length / sizeOf(shape)], integers);
  if (op.endsWith('Elements')) {
    const axis = int(draw, 0, 1);
    const { shape, ...indices } = tensorIn([lead]);
    const ordered = (sizes: number[]) => (axis === 0 ? sizes.reverse() : sizes);
    const sites = ordered(shape);
    return {
      shape: ordered([lead + int(draw, 0, 1), size()]),
      indices: { ...indices, shape: sites },
      updatesShape: sites,
      options: { axis },
    };
  }
  const [batchDims, depth, slice] = [int(draw, 0, 1), int(draw, 1, 2), int(draw, 1, 2)];
  const outer = [lead, integers.length / lead / depth];
  return {
    shape: [...outer.slice(0, batchDims), ...Array.from({ length: depth }, size), slice],
    indices: tensorIn(outer),
    updatesShape: [...outer, slice],
    options: { batchDims },
  };
}

/** Calls that read the same integers as indices; none throws. */
export function randomReadings(draw: Draw, count: number, limits: Limits): OpUse[] {
  const length = pick(draw, [12, 432, 432]);
  const integers = Array.from({ length }, (_, i) => int(draw, -3, i % 2 === 0 ? 4 : 2));
  return Array.from({ length: count }, (_, i) => {
    // Backends cache the order of sites for sums of floats.
    const isSum = i < 2;
    const op = pick(draw, isSum ? (['scatterElements', 'scatterND'] as const) : OPS);
    const dtypes = isSum ? (['float32'] as const) : limits.dtypes;
    const drawn = randomUse(draw, op, { ...limits, dtypes }, readingOf(draw, op, integers));
    const sum = { reduction: 'add' } as const;
    const use = isSum ? { ...drawn, options: { ...drawn.options, ...sum } } : drawn;
    if (unlessOutOfBounds(() => targetsOf(use))) return use;
    return { ...use, options: { ...use.options, outOfBounds: 'clamp' } };
  });
}

export function randomUse(draw: Draw, op: OpName, limits: Limits, reading?: Reading): OpUse {
  const dtypesOf = (reduction: string) => limits.dtypes.filter((each) => combines(reduction, each));
  const reductions = REDUCTION_NAMES.filter((name) => dtypesOf(name).length > 0);
  const reduction = isGather(op) ? 'none' : pick(draw, reductions);
  const dtype = pick(draw, dtypesOf(reduction));
  const policy = pick(draw, POLICIES);
  const wild = (policy !== 'error' || limits.allowErrors) && chance(draw, 2);
  const { maxRank, allowEmpty, longest, precision = IN_MEMORY } = limits;
  const farthest = (Number.isFinite(precision.largest) ? precision.exactIntegers : 2 ** 31) - 1;
  const shape = reading?.shape ?? limits.shape ?? randomShape(draw, maxRank, allowEmpty);
  const plan = { shape, wild, farthest, allowEmpty, longest };
  const sitesOf = op.endsWith('Elements') ? elementSites : tupleSites;
  const sites = reading ?? sitesOf(draw, plan);
  const { indices, updatesShape, options } = sites;
  const outOfBounds = policy === 'error' && chance(draw, 2) ? {} : { outOfBounds: policy };
  // Under 'error', a negative index would be one.
  const fromZero = policy !== 'error' && chance(draw, 4) ? { wrapNegatives: false } : {};
  const all = { ...options, ...outOfBounds, ...fromZero };
  const data = randomTensor(draw, dtype, shape, precision);
  if (isGather(op)) {
    const fill = policy === 'drop' ? randomFill(draw, dtype, precision) : {};
    return { op, inputs: { data, indices }, options: { ...all, ...fill } };
  }
  const updates = randomTensor(draw, dtype, loosen(draw, op, updatesShape), precision);
  const inputs = { data, indices, updates };
  return { op, inputs, options: { ...all, ...scatterOptions(draw, reduction) } };
}
