/**
 * The calls that are compared, of ONNX's ops, and their inputs, which are the same in every run.
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {'GatherElements' | 'GatherND' | 'ScatterElements' | 'ScatterND'} op
 * @property {number[]} data
 * @property {number[]} indices
 * @property {{ axis?: number, reduction?: string }} [options]
 * @property {'float32' | 'int32'} [dtype] float32 unless it is given.
 * @property {'uniform' | 'zipf' | 'hot'} [spread] The spread of indices; uniform unless it is given.
 */

const M = 2 ** 20;
const SIDE = [1024, 1024];
const ROWS = [65_536, 64];

/** The ten cases by which the package's speed is judged. @type {Case[]} */
export const CASES = [
  {
    name: 'ScatterND add, 1M elements into 1M',
    op: 'ScatterND',
    data: [M],
    indices: [M, 1],
    options: { reduction: 'add' },
  },
  {
    name: 'ScatterND none, 16,384 rows of 64 into 65,536',
    op: 'ScatterND',
    data: ROWS,
    indices: [16_384, 1],
    options: { reduction: 'none' },
  },
  {
    name: 'ScatterND add, 16,384 rows of 64 into 65,536',
    op: 'ScatterND',
    data: ROWS,
    indices: [16_384, 1],
    options: { reduction: 'add' },
  },
  {
    name: 'ScatterElements none, 1024×1024, axis 0',
    op: 'ScatterElements',
    data: SIDE,
    indices: SIDE,
    options: { axis: 0, reduction: 'none' },
  },
  {
    name: 'ScatterElements add, 1024×1024, axis 1',
    op: 'ScatterElements',
    data: SIDE,
    indices: SIDE,
    options: { axis: 1, reduction: 'add' },
  },
  {
    name: 'ScatterElements max, 1024×1024, axis 0',
    op: 'ScatterElements',
    data: SIDE,
    indices: SIDE,
    options: { axis: 0, reduction: 'max' },
  },
  {
    name: 'GatherElements, 1024×1024, axis 0',
    op: 'GatherElements',
    data: SIDE,
    indices: SIDE,
    options: { axis: 0 },
  },
  {
    name: 'GatherElements, 1024×1024, axis 1',
    op: 'GatherElements',
    data: SIDE,
    indices: SIDE,
    options: { axis: 1 },
  },
  { name: 'GatherND, 65,536 rows of 64', op: 'GatherND', data: ROWS, indices: [65_536, 1] },
  { name: 'GatherND, 1M elements by pairs', op: 'GatherND', data: SIDE, indices: [M, 2] },
];

const [ADD_ELEMENTS] = CASES;

/** Cases of other dtypes, reductions and spreads. @type {Case[]} */
export const MORE_CASES = [
  { ...ADD_ELEMENTS, name: 'ScatterND add, 1M elements, int32', dtype: 'int32' },
  {
    ...ADD_ELEMENTS,
    name: 'ScatterND mul, 1M elements',
    options: { reduction: 'mul' },
  },
  { ...ADD_ELEMENTS, name: 'ScatterND add, 1M elements, Zipf', spread: 'zipf' },
  { ...ADD_ELEMENTS, name: 'ScatterND add, 1M elements, one hot target', spread: 'hot' },
];

/** Calls so small that they show the cost of a call itself. @type {Case[]} */
/** How many calls of those cases make up one figure: a call is too short for a clock. */
export const TINY_CALLS = 500;

export const TINY_CASES = [
  { name: 'GatherElements, 8 elements', op: 'GatherElements', data: [8], indices: [8] },
  { name: 'GatherND, 8 elements', op: 'GatherND', data: [8], indices: [8, 1] },
  {
    name: 'ScatterElements add, 8 elements',
    op: 'ScatterElements',
    data: [8],
    indices: [8],
    options: { axis: 0, reduction: 'add' },
  },
  {
    name: 'ScatterND add, 8 elements',
    op: 'ScatterND',
    data: [8],
    indices: [8, 1],
    options: { reduction: 'add' },
  },
];

const HALF_SIDE = [512, 512];
const FEW_ROWS = [4096, 64];

/** Cases for a page, small enough for a software rasteriser. @type {Case[]} */
export const PAGE_CASES = [
  {
    name: 'ScatterND add, 1,024 elements into 65,536',
    op: 'ScatterND',
    data: [65_536],
    indices: [1024, 1],
    options: { reduction: 'add' },
  },
  {
    name: 'ScatterND add, 262,144 elements into 262,144',
    op: 'ScatterND',
    data: [262_144],
    indices: [262_144, 1],
    options: { reduction: 'add' },
  },
  {
    name: 'ScatterND none, 1,024 rows of 64 into 4,096',
    op: 'ScatterND',
    data: FEW_ROWS,
    indices: [1024, 1],
    options: { reduction: 'none' },
  },
  {
    name: 'ScatterND add, 1,024 rows of 64 into 4,096',
    op: 'ScatterND',
    data: FEW_ROWS,
    indices: [1024, 1],
    options: { reduction: 'add' },
  },
  ...[
    ['none', 0],
    ['add', 1],
    ['max', 0],
  ].map(([reduction, axis]) => ({
    name: `ScatterElements ${reduction}, 512×512, axis ${axis}`,
    op: 'ScatterElements',
    data: HALF_SIDE,
    indices: HALF_SIDE,
    options: { axis, reduction },
  })),
  ...[0, 1].map((axis) => ({
    name: `GatherElements, 512×512, axis ${axis}`,
    op: 'GatherElements',
    data: HALF_SIDE,
    indices: HALF_SIDE,
    options: { axis },
  })),
  { name: 'GatherND, 4,096 rows of 64', op: 'GatherND', data: FEW_ROWS, indices: [4096, 1] },
  { name: 'GatherND, 262,144 by pairs', op: 'GatherND', data: HALF_SIDE, indices: [262_144, 2] },
  { ...CASES[8], name: 'GatherND, 16,384 rows of 64 of 65,536', indices: [16_384, 1] },
];

/** Cases for webgpu: those of a page, and larger ones. @type {Case[]} */
export const WEBGPU_CASES = [
  ...PAGE_CASES,
  {
    name: 'ScatterND none, 262,144 elements into 262,144',
    op: 'ScatterND',
    data: [262_144],
    indices: [262_144, 1],
    options: { reduction: 'none' },
  },
  CASES[0],
  CASES[2],
  { ...CASES[0], name: 'ScatterND mul, 1M elements', options: { reduction: 'mul' } },
  { ...CASES[0], name: 'ScatterND add, 1M elements, one hot target', spread: 'hot' },
];

/** Cases of more and more updates. @type {(Case & { updates: number })[]} */
export const GROWING_CASES = [10, 12, 14, 16, 18, 20, 22].map((power) => ({
  name: `ScatterND add, 2^${power} updates into 65,536 elements`,
  updates: 2 ** power,
  op: 'ScatterND',
  data: [65_536],
  indices: [2 ** power, 1],
  options: { reduction: 'add' },
}));

/** Cuts a case's long dimensions, for a run that only shows that all works. */
export function small(given) {
  const cut = (shape) => shape.map((length) => Math.min(length, 64));
  return { ...given, data: cut(given.data), indices: cut(given.indices) };
}

export const scatters = ({ op }) => op.startsWith('Scatter');

export const sizeOf = (shape) => shape.reduce((product, length) => product * length, 1);

/** Returns the shape of the values at the sites: a gather's result, a scatter's updates. */
export function valuesShape({ op, data, indices }) {
  if (op.endsWith('Elements')) return indices;
  return [...indices.slice(0, -1), ...data.slice(indices[indices.length - 1])];
}

export const outputShape = (given) => (scatters(given) ? given.data : valuesShape(given));

/** Makes a case's inputs. */
export function makeInputs(given) {
  const random = mulberry32(1);
  const { dtype = 'float32' } = given;
  const numbers = (size) =>
    dtype === 'int32'
      ? Int32Array.from({ length: size }, () => Math.floor(random() * 1000) - 500)
      : Float32Array.from({ length: size }, () => random() * 2 - 1);
  return {
    data: numbers(sizeOf(given.data)),
    indices: makeIndices(given, random),
    ...(scatters(given) ? { updates: numbers(sizeOf(valuesShape(given))) } : {}),
  };
}

function makeIndices({ op, data, indices, options, spread = 'uniform' }, random) {
  const depth = op.endsWith('Elements') ? 1 : indices[indices.length - 1];
  const first = op.endsWith('Elements') ? (options?.axis ?? 0) : 0;
  const draw = { uniform: random, zipf: () => zipf(random), hot: () => 0.4 }[spread];
  return Int32Array.from({ length: sizeOf(indices) }, (_, i) =>
    Math.floor(draw() * data[first + (i % depth)]),
  );
}

/** Draws from [0, 1) with a density that falls as 1 / x over six decades: a few indices repeat. */
function zipf(random) {
  return 10 ** (6 * (random() - 1)) - 1e-6;
}

/** Makes a small generator of random numbers, by Tommy Ettinger. */
function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
