/** Random calls of tfjs' own ops, with small integers, which are exact on every backend. */
import fc from 'fast-check';
import type { TensorData } from '../support/call.js';
import { chance, int, pick, randomShape, shuffled, tensorOf } from '../support/random_values.js';
import type { Draw } from '../support/seed.js';
import { sizeOf } from '../support/values.js';
import { indexNameOf, linearInputs } from './call.js';
import type { BuiltinCall, BuiltinName } from './call.js';
import { resultShapeOf } from './oracle.js';

export interface Limits {
  accelerated: boolean;
  /** Also draws indices out of bounds; tfjs' cpu throws for most, and wasm accesses other memory. */
  outOfBounds: boolean;
  /** Also draws no updates and empty axes, where tfjs' own kernels fail on some backends. */
  allowEmpty: boolean;
  dtype: 'float32' | 'int32' | 'bool';
  /** Default: 4. */
  maxRank?: number;
  /** Also draws NaN, infinities, -0 and denormals, and x with axes of length 0. */
  allowRare?: boolean;
  /** Draws only what TensorFlow takes: tuples, in sparseToDense sorted and different, and axes from the start. */
  forTensorFlow?: boolean;
}

type Use = Pick<BuiltinCall, 'inputs' | 'options'>;

const few = fc.integer({ min: -4, max: 4 });
const rare = fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0', 1e-40, -1e-40);

const numbers = (draw: Draw, shape: number[], dtype: TensorData['dtype'], allowRare = false) => {
  const value =
    allowRare && dtype === 'float32' ? fc.oneof({ weight: 4, arbitrary: few }, rare) : few;
  return tensorOf(draw, dtype, shape, dtype === 'bool' ? fc.boolean() : value);
};

const numbersFor = (draw: Draw, shape: number[], { dtype, allowRare }: Limits) =>
  numbers(draw, shape, dtype, allowRare);

/** Indices for axes of these sizes, in turn. */
function indicesFor(
  draw: Draw,
  shape: number[],
  sizes: number[],
  outOfBounds: boolean,
): TensorData {
  const values = Array.from({ length: sizeOf(shape) }, (_, i) => {
    const size = sizes[i % sizes.length];
    return outOfBounds && chance(draw, 4)
      ? pick(draw, [-1, -size, size, 99])
      : int(draw, 0, size - 1);
  });
  return { dtype: 'int32', shape, values };
}

function outerShape(draw: Draw, minRank: number, { allowEmpty }: Limits): number[] {
  const length = () => (allowEmpty && chance(draw, 8) ? 0 : int(draw, 1, 4));
  return Array.from({ length: int(draw, minRank, 2) }, length);
}

function randomTuples(draw: Draw, shape: number[], minRank: number, limits: Limits) {
  const depth = int(draw, 1, shape.length);
  const sizes = shape.slice(0, depth);
  const outer = sizes.includes(0) ? [0] : outerShape(draw, minRank, limits);
  const indices = indicesFor(draw, [...outer, depth], sizes, limits.outOfBounds);
  return { indices, valuesShape: [...outer, ...shape.slice(depth)] };
}

function randomScatter(draw: Draw, shape: number[], limits: Limits) {
  const { indices, valuesShape } = randomTuples(draw, shape, 1, limits);
  const updates = numbersFor(draw, valuesShape, limits);
  // A column of tuples may be written without its last dimension.
  const isColumn = indices.shape.length === 2 && indices.shape[1] === 1;
  const asVector = isColumn && !limits.forTensorFlow && chance(draw, 2);
  return { indices: asVector ? { ...indices, shape: [indices.shape[0]] } : indices, updates };
}

function randomSparse(draw: Draw, shape: number[], limits: Limits): Use {
  const isEmpty = shape.includes(0) || (limits.allowEmpty && chance(draw, 8));
  const count = isEmpty ? 0 : int(draw, 1, limits.forTensorFlow ? 1 : 6);
  const forms =
    shape.length === 1 && !shape.includes(0) ? ['matrix', 'vector', 'scalar'] : ['matrix'];
  const form = pick(draw, forms);
  const outer = form === 'scalar' ? [] : [count];
  const indicesShape = form === 'matrix' ? [count, shape.length] : outer;
  const valuesShape = chance(draw, 3) ? [] : form === 'scalar' ? [1] : outer;
  return {
    inputs: {
      sparseIndices: indicesFor(draw, indicesShape, shape, limits.outOfBounds),
      sparseValues: numbersFor(draw, valuesShape, limits),
      defaultValue: numbersFor(draw, [], limits),
    },
    options: { shape },
  };
}

function randomLookup(draw: Draw, shape: number[], limits: Limits): Use {
  const axis = int(draw, 0, shape.length - 1);
  const batchDims = int(draw, 0, axis);
  const inner = shape[axis] === 0 ? [0] : outerShape(draw, 0, limits);
  const indicesShape = [...shape.slice(0, batchDims), ...inner];
  const indices = indicesFor(draw, indicesShape, [shape[axis]], limits.outOfBounds);
  const fromEnd = indicesShape.length > batchDims && chance(draw, 4);
  return {
    inputs: { x: numbersFor(draw, shape, limits), indices },
    options: {
      axis: !limits.forTensorFlow && chance(draw, 3) ? axis - shape.length : axis,
      batchDims: fromEnd ? batchDims - indicesShape.length : batchDims,
    },
  };
}

/** Sorted segments with gaps, of 1, 2 or 4 rows, so that means are exact. */
function randomSparseSegments(draw: Draw, shape: number[], { dtype, allowEmpty }: Limits): Use {
  const isEmpty = shape[0] === 0 || (allowEmpty && chance(draw, 8));
  const segments = isEmpty ? 0 : int(draw, 1, 4);
  let id = -1;
  const ids = Array.from({ length: segments }, () => {
    id += int(draw, 1, 2);
    return Array<number>(pick(draw, [1, 2, 4])).fill(id);
  }).flat();
  const count = [ids.length];
  const indices = indicesFor(draw, count, shape.slice(0, 1), false);
  const segmentIds: TensorData = { dtype: 'int32', shape: count, values: ids };
  return { inputs: { data: numbers(draw, shape, dtype), indices, segmentIds }, options: {} };
}

/** Bounds that are inside, as all backends treat them alike. */
function randomSlice(draw: Draw, shape: number[], { dtype }: Limits): Use {
  const isPlain = chance(draw, 3);
  const strides = shape.map(() => (isPlain ? 1 : pick(draw, [1, 2, -1, -2])));
  // Beside an axis that is shrunk, tfjs takes strides other than 1 wrong: it reads other places, or throws.
  const shrinkAxisMask =
    isPlain && chance(draw, 2) && shape.length > 1 ? 1 << int(draw, 0, shape.length - 1) : 0;
  const isShrunk = (d: number) => ((shrinkAxisMask >> d) & 1) === 1;
  const begin = shape.map((length) => int(draw, 0, length - 1));
  // A bound of -1 would count from the end, so slices that go down stop above the first position.
  const end = shape.map((length, d) =>
    isShrunk(d)
      ? begin[d] + 1
      : strides[d] > 0
        ? int(draw, begin[d] + 1, length)
        : int(draw, 0, Math.max(begin[d] - 1, 0)),
  );
  const x = numbers(draw, shape, dtype);
  return { inputs: { x }, options: { begin, end, strides, shrinkAxisMask } };
}

/** No two values are alike: backends may rank them in any order. */
function randomTop(draw: Draw, drawnShape: number[], { dtype }: Limits): Use {
  const last = drawnShape.length - 1;
  // For a last axis of length 1, tfjs' webgpu returns its input, which is then disposed twice.
  const shape = drawnShape.map((length, d) => (d === last ? length + 1 : length));
  const values = shuffled(
    draw,
    Array.from({ length: sizeOf(shape) }, (_, i) => i - 5),
  );
  const x: TensorData = { dtype, shape, values };
  return { inputs: { x }, options: { k: int(draw, 1, shape[last]) } };
}

function randomCount(draw: Draw, op: BuiltinName): Use {
  const numSegments = int(draw, 1, 5);
  const batch = op === 'denseBincount' && chance(draw, 2) ? [int(draw, 1, 3)] : [];
  const shape = [...batch, int(draw, 1, 6)];
  const ids = indicesFor(draw, shape, [numSegments], false);
  const weights = numbers(draw, shape, 'float32');
  return { inputs: { ids, weights }, options: { numSegments } };
}

/** Positions are a quarter off a pixel, some of them outside, so no rounding decides which pixels are read. */
function randomCrop(draw: Draw): Use {
  const imageShape = [int(draw, 1, 3), pick(draw, [3, 5]), pick(draw, [3, 5]), int(draw, 1, 2)];
  const count = int(draw, 1, 3);
  const ends = Array.from({ length: 4 * count }, (_, i) => {
    const last = imageShape[1 + (i % 2)] - 1;
    return (int(draw, -1, last) + 0.25) / last;
  });
  const cropSize: [number, number] = [int(draw, 1, 3), int(draw, 1, 3)];
  return {
    inputs: {
      image: numbers(draw, imageShape, 'float32'),
      boxes: { dtype: 'float32', shape: [count, 4], values: ends },
      boxInd: indicesFor(draw, [count], [imageShape[0]], false),
    },
    options: { cropSize, method: pick(draw, ['bilinear', 'nearest']) },
  };
}

function randomUse(draw: Draw, op: BuiltinName, limits: Limits): Use {
  const { outOfBounds } = limits;
  const shape = randomShape(draw, limits.maxRank ?? 4, false);
  if (limits.allowRare && chance(draw, 10)) shape[int(draw, 0, shape.length - 1)] = 0;
  switch (op) {
    case 'sparseToDense':
      return randomSparse(draw, shape, limits);
    case 'gather':
      return randomLookup(draw, shape, limits);
    case 'sparseSegmentSum':
    case 'sparseSegmentMean':
      return randomSparseSegments(draw, shape, limits);
    case 'topk':
      return randomTop(draw, shape, limits);
    case 'stridedSlice':
      return randomSlice(draw, shape, limits);
    case 'bincount':
    case 'denseBincount':
      return randomCount(draw, op);
    case 'cropAndResize':
      return randomCrop(draw);
    case 'gatherND': {
      const { indices } = randomTuples(draw, shape, 0, limits);
      return { inputs: { x: numbersFor(draw, shape, limits), indices }, options: {} };
    }
    case 'scatterND':
      return { inputs: randomScatter(draw, shape, limits), options: { shape } };
    case 'tensorScatterUpdate': {
      const tensor = numbersFor(draw, shape, limits);
      return { inputs: { tensor, ...randomScatter(draw, shape, limits) }, options: {} };
    }
    case 'unsortedSegmentSum': {
      const numSegments = int(draw, 1, 5);
      const segmentIds = indicesFor(draw, shape.slice(0, 1), [numSegments], outOfBounds);
      const x = numbersFor(draw, shape, limits);
      return { inputs: { x, segmentIds }, options: { numSegments } };
    }
  }
}

export function randomBuiltin(draw: Draw, op: BuiltinName, limits: Limits): BuiltinCall {
  return { kind: 'builtin', op, ...randomUse(draw, op, limits), accelerated: limits.accelerated };
}

/** The call, with its derivatives requested. */
export function withDerivatives(draw: Draw, call: BuiltinCall): BuiltinCall {
  const directions = linearInputs(call).map(
    (name) => [name, numbers(draw, call.inputs[name].shape, 'float32')] as const,
  );
  const dy = numbers(draw, resultShapeOf(call), 'float32');
  // Nothing can be computed from an empty tensor, and some ops have no indices.
  const canCompute = directions[0][1].values.length > 0 && indexNameOf(call) !== '';
  const computed = canCompute && chance(draw, 2);
  return { ...call, derivatives: { dy, directions: Object.fromEntries(directions), computed } };
}
