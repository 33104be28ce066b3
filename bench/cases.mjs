/** The calls of ONNX ops to compare, and their inputs, which are the same in every run. */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {'GatherElements' | 'GatherND' | 'ScatterElements' | 'ScatterND'} op
 * @property {number[]} data
 * @property {number[]} indices
 * @property {{ axis?: number, reduction?: string }} [options]
 * @property {'float32' | 'int32'} [dtype] Default: float32.
 * @property {'uniform' | 'zipf' | 'hot'} [spread] How indices are distributed. Default: uniform.
 */

const M = 2 ** 20;
const SIDE = [1024, 1024];
const ROWS = [65_536, 64];
const HALF_SIDE = [512, 512];
const FEW_ROWS = [4096, 64];

const scatterND = (reduction, what, data, sites, more = {}) => ({
  name: `ScatterND ${reduction}, ${what}`,
  op: 'ScatterND',
  data,
  indices: [sites, 1],
  options: { reduction },
  ...more,
});

const gatherND = (what, data, ...indices) => ({
  name: `GatherND, ${what}`,
  op: 'GatherND',
  data,
  indices,
});

const along = (data, axis) => `${data.join('×')}, axis ${axis}`;

/** A case whose indices have the shape of data. */
const elements = (op, name, data, options) => ({ name, op, data, indices: data, options });

const scatterElements = (reduction, data, axis, what = along(data, axis)) =>
  elements('ScatterElements', `ScatterElements ${reduction}, ${what}`, data, { axis, reduction });

const gatherElements = (data, axis) =>
  elements('GatherElements', `GatherElements, ${along(data, axis)}`, data, { axis });

/** The ten cases that the package's speed is judged by. @type {Case[]} */
export const CASES = [
  scatterND('add', '1M elements into 1M', [M], M),
  scatterND('none', '16,384 rows of 64 into 65,536', ROWS, 16_384),
  scatterND('add', '16,384 rows of 64 into 65,536', ROWS, 16_384),
  scatterElements('none', SIDE, 0),
  scatterElements('add', SIDE, 1),
  scatterElements('max', SIDE, 0),
  gatherElements(SIDE, 0),
  gatherElements(SIDE, 1),
  gatherND('65,536 rows of 64', ROWS, 65_536, 1),
  gatherND('1M elements by pairs', SIDE, M, 2),
];

const MUL = scatterND('mul', '1M elements', [M], M);
const HOT = scatterND('add', '1M elements, one hot target', [M], M, { spread: 'hot' });

/** Other dtypes, reductions and distributions of indices. @type {Case[]} */
export const MORE_CASES = [
  scatterND('add', '1M elements, int32', [M], M, { dtype: 'int32' }),
  MUL,
  scatterND('add', '1M elements, Zipf', [M], M, { spread: 'zipf' }),
  HOT,
];

/** Tiny calls are timed together, because one is too short for the clock. */
export const TINY_CALLS = 500;

/** Calls so small that they show the overhead of a call. @type {Case[]} */
export const TINY_CASES = [
  { name: 'GatherElements, 8 elements', op: 'GatherElements', data: [8], indices: [8] },
  gatherND('8 elements', [8], 8, 1),
  scatterElements('add', [8], 0, '8 elements'),
  scatterND('add', '8 elements', [8], 8),
];

/** Cases for a page, small enough for software rendering. @type {Case[]} */
export const PAGE_CASES = [
  scatterND('add', '1,024 elements into 65,536', [65_536], 1024),
  scatterND('add', '262,144 elements into 262,144', [262_144], 262_144),
  scatterND('none', '1,024 rows of 64 into 4,096', FEW_ROWS, 1024),
  scatterND('add', '1,024 rows of 64 into 4,096', FEW_ROWS, 1024),
  scatterElements('none', HALF_SIDE, 0),
  scatterElements('add', HALF_SIDE, 1),
  scatterElements('max', HALF_SIDE, 0),
  gatherElements(HALF_SIDE, 0),
  gatherElements(HALF_SIDE, 1),
  gatherND('4,096 rows of 64', FEW_ROWS, 4096, 1),
  gatherND('262,144 by pairs', HALF_SIDE, 262_144, 2),
  gatherND('16,384 rows of 64 of 65,536', ROWS, 16_384, 1),
];

/** Cases for webgpu: those for a page, and larger ones. @type {Case[]} */
export const WEBGPU_CASES = [
  ...PAGE_CASES,
  scatterND('none', '262,144 elements into 262,144', [262_144], 262_144),
  CASES[0],
  CASES[2],
  MUL,
  HOT,
];

/** Shortens a case's long dimensions, for a smoke test. */
export function small(given) {
  const cut = (shape) => shape.map((length) => Math.min(length, 64));
  return { ...given, data: cut(given.data), indices: cut(given.indices) };
}

export const scatters = ({ op }) => op.startsWith('Scatter');

export const sizeOf = (shape) => shape.reduce((product, length) => product * length, 1);

/** The shape of a gather's result, or of a scatter's updates. */
export function valuesShape({ op, data, indices }) {
  if (op.endsWith('Elements')) return indices;
  return [...indices.slice(0, -1), ...data.slice(indices[indices.length - 1])];
}

export const outputShape = (given) => (scatters(given) ? given.data : valuesShape(given));

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

/** Draws from [0, 1) with a density that falls as 1 / x over six decades: a few indices repeat often. */
const zipf = (random) => 10 ** (6 * (random() - 1)) - 1e-6;

/** A small random number generator, by Tommy Ettinger. */
function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
