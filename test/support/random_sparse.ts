/** Random graphs and sparse matrices, with hubs, loops, heads, repeated, dropped or no edges. */
import fc from 'fast-check';
import type { Driver } from './driver.js';
import { isDroppedEdge } from './call.js';
import type { InputData, SparseName, SparseUse, TensorData } from './call.js';
import { randomBatch, repeatedIn } from './random_batches.js';
import { chance, int, pick, randomTensor, tensorOf } from './random_values.js';
import type { Draw } from './seed.js';
import { i32 } from './values.js';

export const SPARSE_OPS: readonly SparseName[] = [
  'gatherSegmentSum',
  'gatherSegmentMean',
  'gatherSegmentSqrtN',
  'gatherSegmentMax',
  'gatherSegmentMin',
  'sparseDenseMatMul',
  'sampledDenseMatMul',
];

/** A call and the shape of its result. */
export interface RandomGraph {
  use: SparseUse;
  shape: number[];
}

/** Draws a call. If it has gradients, it uses floats without extremes. */
export function randomGraphs(
  draw: Draw,
  op: SparseName,
  driver: Driver,
  hasGradients: boolean,
): RandomGraph {
  return randomlyBatched(draw, randomGraph(draw, op, driver, hasGradients));
}

export function randomGraph(
  draw: Draw,
  op: SparseName,
  { precision }: Driver,
  hasGradients: boolean,
): RandomGraph {
  const dtype = !hasGradients && takesIntegers(op) && chance(draw, 4) ? 'int32' : 'float32';
  const tensor = (shape: number[], of: 'float32' | 'int32' = 'float32'): TensorData =>
    hasGradients ? eighths(draw, shape) : randomTensor(draw, of, shape, precision);
  // tfjs sums dot products in another order, so no sum may be rounded or overflow on the way.
  const exact = (shape: number[]): TensorData =>
    hasGradients || precision.largest < Infinity
      ? eighths(draw, shape)
      : tensorOf(draw, 'float32', shape, exactOrExtreme);
  const edges = pick(draw, [0, 1, 2, 5, 9, 20]);
  const [nodes, others] = [int(draw, 1, 5), int(draw, 1, 5)];
  // tfjs' own products fail without features.
  const none = op.startsWith('gather') && !hasGradients ? [0] : [];
  const features = pick(draw, [...none, 1, 2, 3, 4, 5, 8, 12]);
  const heads = pick(draw, [1, 2, 3]);
  if (op === 'sparseDenseMatMul') {
    const options = { adjointA: chance(draw, 2), adjointB: chance(draw, 2) };
    const [rows, columns] = options.adjointA ? [others, nodes] : [nodes, others];
    if (chance(draw, 4)) {
      const b = tensor([columns]);
      const inputs = { indices: pairs(draw, edges, nodes, others), values: tensor([edges]), b };
      const { adjointA } = options;
      return {
        use: { op, inputs, denseShape: [nodes, others], options: { adjointA } },
        shape: [rows],
      };
    }
    const b = tensor(options.adjointB ? [features, columns] : [columns, features]);
    const inputs = { indices: pairs(draw, edges, nodes, others), values: tensor([edges]), b };
    return { use: { op, inputs, denseShape: [nodes, others], options }, shape: [rows, features] };
  }
  if (op === 'sampledDenseMatMul') {
    const inner = chance(draw, 2) ? [heads, features] : [features];
    const inputs = {
      indices: pairs(draw, edges, nodes, others),
      a: exact([nodes, ...inner]),
      b: exact([others, ...inner]),
    };
    return { use: { op, inputs }, shape: [edges, ...inner.slice(0, -1)] };
  }
  const inner = pick(draw, [[], [features], [heads, features], [heads]]);
  const isWeighted = dtype === 'float32' && takesWeights(op) && chance(draw, 2);
  const perSite = inner.length > 0 && chance(draw, 2) ? inner.slice(0, 1) : [];
  // Weights need at least one head. None exceeds 1, so that products do not overflow before sums
  // do. An edge that is dropped may have any weight.
  const weights =
    isWeighted && !perSite.includes(0) ? eighths(draw, [edges, ...perSite], 8) : undefined;
  const outOfBounds = pick(draw, ['error', 'drop']);
  const beyond = outOfBounds === 'drop' ? 2 : 0;
  const hub = int(draw, 0, others - 1);
  const target = () => (chance(draw, 2) ? hub : int(draw, -2, others - 1 + beyond));
  const inputs = {
    x: tensor([nodes, ...inner], dtype),
    sources: ids(edges, () => int(draw, -nodes - beyond, nodes - 1 + beyond)),
    targets: ids(edges, chance(draw, 8) ? () => -1 : target),
    ...(weights && { weights }),
  };
  if (weights && precision.largest === Infinity) {
    weights.values = weights.values.map((weight, i) => {
      const edge = Math.floor((i * edges) / weights.values.length);
      const isDropped = isDroppedEdge({ inputs, numSegments: others }, edge);
      return isDropped ? pick(draw, [weight, 'Infinity', 'NaN']) : weight;
    });
  }
  const empty = takesWeights(op) ? {} : pick(draw, [{}, { empty: 0 }, { empty: 3 }]);
  const padding = outOfBounds === 'drop' && chance(draw, 2) ? { wrapNegatives: false } : {};
  const options = { outOfBounds, ...padding, ...empty };
  return { use: { op, inputs, numSegments: others, options }, shape: [others, ...inner] };
}

/** Makes some graphs of floats a batch of them, whose examples may share edges, and weights without heads. */
function randomlyBatched(draw: Draw, { use, shape }: RandomGraph): RandomGraph {
  const { x, a, b, sources, targets, indices, weights } = use.inputs;
  const isMatMul = use.op === 'sparseDenseMatMul';
  // The composed ops round int32 on webgpu, and cannot stack no examples.
  if (isMatMul || x?.dtype === 'int32' || chance(draw, 2)) return { use, shape };
  const batch = randomBatch(draw).map((length) => Math.max(length, 1));
  const batched = repeatedIn(draw, batch);
  const shares = chance(draw, 2);
  // An edge that is dropped may have any weight, so its weights move with it.
  const edges = (input: InputData, size = 1) => (shares ? input : batched(input, size));
  const isFinite = weights?.values.every((weight) => typeof weight === 'number');
  const isShared = weights?.shape.length === 1 && (shares || isFinite) && chance(draw, 2);
  const [heads = 1] = weights?.shape.slice(1) ?? [];
  const inputs = {
    ...use.inputs,
    ...(x && { x: batched(x) }),
    ...(sources && { sources: edges(sources) }),
    ...(targets && { targets: edges(targets) }),
    ...(indices && { indices: edges(indices, 2) }),
    ...(a && { a: batched(a) }),
    ...(b && { b: batched(b, 3) }),
    ...(weights && !isShared && { weights: batched(weights, shares ? 0 : heads) }),
  };
  const options = { ...use.options, batchDims: batch.length };
  return { use: { ...use, inputs, options }, shape: [...batch, ...shape] };
}

const takesIntegers = (op: SparseName) => op.startsWith('gather') && !op.endsWith('SqrtN');

const takesWeights = (op: SparseName) => /Sum|Mean|SqrtN/.test(op);

const ids = (count: number, draw: () => number): InputData =>
  i32([count], Array.from({ length: count }, draw));

function pairs(draw: Draw, count: number, rows: number, columns: number): InputData {
  const pair = () => [int(draw, 0, rows - 1), int(draw, 0, columns - 1)];
  return i32([count, 2], Array.from({ length: count }, pair).flat());
}

const eighthsUpTo = (most: number) => fc.integer({ min: -most, max: most }).map((n) => n / 8);

const eighths = (draw: Draw, shape: number[], most = 16): TensorData =>
  tensorOf(draw, 'float32', shape, eighthsUpTo(most));

const exactOrExtreme = fc.oneof(
  { weight: 20, arbitrary: eighthsUpTo(16) },
  { weight: 1, arbitrary: fc.constantFrom('Infinity', '-Infinity', 'NaN') },
);
