/** Translates calls of /indexing to calls of the ops that the oracle knows. */
import type { IndexingName, IndexingUse, OpUse, TensorData } from './call.js';
import { indexed, randomPlaces } from './numpy.js';
import { broadcast } from './oracle_targets.js';
import { IN_MEMORY } from './precision.js';
import { randomFill } from './random_calls.js';
import { chance, int, pick, randomShape, randomTensor } from './random_values.js';
import type { Draw } from './seed.js';
import { i32, sizeOf } from './values.js';
import { POLICIES } from './oracle_words.js';

const REDUCTIONS: Partial<Record<IndexingName, string>> = {
  indexAdd: 'add',
  indexCopy: 'none',
  indexFill: 'none',
  putAlongAxis: 'none',
  'at.set': 'none',
  'at.add': 'add',
  'at.sub': 'sub',
  'at.mul': 'mul',
  'at.max': 'max',
  'at.min': 'min',
};

export const INDEXING_OPS = [
  'indexSelect',
  'take',
  'takeAlongAxis',
  'at.get',
  ...Object.keys(REDUCTIONS),
] as IndexingName[];

/** Ops whose indices have data's rank. */
const ALIGNED: IndexingName[] = ['putAlongAxis', 'takeAlongAxis'];

/** What an op of either kind gets. */
interface Addressed extends Pick<OpUse, 'inputs' | 'options'> {
  kind: 'Elements' | 'ND';
}

/** The Elements op, with an index for every value. */
function byElements({ op, inputs, options = {} }: IndexingUse): Addressed {
  const { data, indices, updates } = inputs;
  const isAligned = ALIGNED.includes(op);
  const { axis = isAligned ? -1 : 0, ...others } = options;
  const along = axis < 0 ? axis + data.shape.length : axis;
  const sites = indices.shape[isAligned ? along : 0];
  const shape = data.shape.map((length, d) => (d === along ? sites : length));
  const column = { ...indices, shape: shape.map((length, d) => (d === along ? length : 1)) };
  const all = broadcast(isAligned ? indices : column, shape);
  return {
    kind: 'Elements',
    inputs: { data, indices: all, updates },
    options: { axis: along, ...others },
  };
}

/** The ND op, with a tuple for every value that NumPy's rules index. */
function byTuples(use: IndexingUse): Addressed {
  const { data, updates } = use.inputs;
  const { shape, tuples } = indexed(use);
  const indices = i32([...shape, data.shape.length], tuples.flat());
  return { kind: 'ND', inputs: { data, indices, updates }, options: use.options };
}

function addressed(use: IndexingUse): Addressed {
  if (use.op.startsWith('at.')) return byTuples(use);
  if (use.op !== 'take') return byElements(use);
  const { axis = 0, ...options } = use.options ?? {};
  const rank = use.inputs.data.shape.length;
  const whole = Array<string>(axis < 0 ? axis + rank : axis).fill(':');
  return byTuples({ ...use, places: [...whole, 'indices'], options });
}

/** The same call as a call of an op. */
export function asOp(use: IndexingUse): OpUse {
  const { kind, inputs, options } = addressed(use);
  const reduction = REDUCTIONS[use.op];
  return reduction === undefined
    ? { op: `gather${kind}`, inputs: { data: inputs.data, indices: inputs.indices }, options }
    : { op: `scatter${kind}`, inputs, options: { ...options, reduction } };
}

const shrunk = (draw: Draw, shape: number[]) => shape.map((n) => (chance(draw, 3) ? 1 : n));

/** A random call; if `wild`, some indices may be out of bounds. */
export function randomIndexing(
  draw: Draw,
  op: IndexingName,
  dtype: TensorData['dtype'],
  wild: boolean,
  precision = IN_MEMORY,
): IndexingUse {
  const shape = randomShape(draw, 4, false);
  const outOfBounds = pick(draw, wild ? POLICIES : POLICIES.slice(1));
  const excess = wild || chance(draw, 2) ? 2 : 0;
  const index = (sites: number[], size: number) => {
    const values = Array.from({ length: sizeOf(sites) }, () =>
      int(draw, -size - excess, size - 1 + excess),
    );
    return i32(sites, values);
  };
  const data = randomTensor(draw, dtype, shape, precision);
  const axis = int(draw, -shape.length, shape.length - 1);
  const along = axis < 0 ? axis + shape.length : axis;
  const inputs: IndexingUse['inputs'] = { data, indices: index([int(draw, 0, 4)], shape[along]) };
  const policy = { outOfBounds, wrapNegatives: !chance(draw, 4) };
  const use: IndexingUse = { op, inputs, options: { axis, ...policy } };
  if (op === 'take') {
    const sites = Array.from({ length: int(draw, 0, 3) }, () => int(draw, 0, 3));
    inputs.indices = index(sites, shape[along]);
  }
  if (ALIGNED.includes(op)) {
    const sites = shrunk(draw, shape).map((n, d) => (d === along ? int(draw, 0, 4) : n));
    inputs.indices = index(sites, shape[along]);
  }
  if (op.startsWith('at.')) {
    const { places, ...arrays } = randomPlaces(draw, shape, index);
    Object.assign(inputs, arrays);
    Object.assign(use, { places, options: policy });
    // Indices beside a slice that takes nothing are checked, but the oracle knows only sites.
    if (sizeOf(indexed(use).shape) === 0) policy.outOfBounds = 'drop';
  }
  if (!(op in REDUCTIONS)) {
    const fill = outOfBounds === 'drop' ? randomFill(draw, dtype, precision) : {};
    return { ...use, options: { ...use.options, ...fill } };
  }
  const values = valuesShapeOf(asOp({ ...use, inputs: { ...inputs, updates: data } }));
  const isScalar = op === 'indexFill' || chance(draw, 6);
  inputs.updates = randomTensor(draw, dtype, isScalar ? [] : values, precision);
  return use;
}

/** The shape of updates, with one for each site. */
function valuesShapeOf({ op, inputs: { data, indices } }: OpUse): number[] {
  if (op === 'scatterElements') return indices.shape;
  const depth = indices.shape[indices.shape.length - 1];
  return [...indices.shape.slice(0, -1), ...data.shape.slice(depth)];
}
