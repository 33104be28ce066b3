/**
 * Random calls on rows of stated sizes, compared with the oracle: ops, segment ops and fused products, and the
 * gradients of floats.
 */
import type { Gradient, OpCall, OpUse, SegmentName, TensorData } from './call.js';
import { CLOSE, SAME_NUMBER, type Tolerance } from './compare.js';
import type { Driver } from './drivers.js';
import { forward, forwardInDouble } from './oracle.js';
import { derivatives } from './oracle_derivatives.js';
import { resultShape, targetsOf } from './oracle_targets.js';
import { NUMBERS, reductionsOf } from './oracle_words.js';
import { integersBelow, numbersFor, type Rows, sweepOf, tensorOf } from './random_sweep.js';
import { chance, pick } from './random_values.js';
import type { Draw } from './seed.js';
import { expectOutputs } from './table.js';
import { f32, i32, numbersOf, sizeOf } from './values.js';

/** The length of the pieces into which webgl cuts sums; see docs/backends_and_performance.md. */
const PIECE = 4096;

/** The most sites that address the same row. */
function longestRun(...all: ArrayLike<number>[]): number {
  const runs = all.map((rows) => {
    const counts = new Map<number, number>();
    for (const row of Array.from(rows)) counts.set(row, (counts.get(row) ?? 0) + 1);
    counts.delete(-1);
    // Too many for the arguments of a call.
    return [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
  });
  return Math.max(...runs);
}

/** Fails without the values of a call, which are too many to read. `longest` sites share a place. */
async function expectSwept(
  driver: Driver,
  title: string,
  call: OpCall,
  longest: number,
  expected: Record<string, TensorData>,
  tolerance: Tolerance = CLOSE,
): Promise<void> {
  const isGradient = 'derivative' in call;
  // Gradients use tfjs' ops, of sizes that it computes wrongly there.
  if (isGradient && driver.sharesPrograms) return;
  const use = call.kind === 'forward' && !isGradient ? call : undefined;
  // Sums of floats in another order have other roundings, one for each term.
  const inputs = Object.values<TensorData | undefined>({ ...call.inputs });
  const terms = Math.max(...inputs.map((input) => input?.values.length ?? 0));
  const reordered = isGradient && driver.reorders ? terms : 0;
  const cut = driver.backend === 'webgl' && longest > PIECE ? longest : 0;
  const relative = Math.max(tolerance.relative, Math.max(reordered, cut) * 2 ** -24);
  await expectOutputs(driver, call, expected, { ...tolerance, relative }, use).catch(
    (error: unknown) => {
      // As a cause, the error would be printed whole.
      throw new Error(`${title}\n${String(error).slice(0, 300)}`, { cause: title });
    },
  );
}

const gradient = (dy: TensorData): Gradient => ({ kind: 'gradient', dy });

/** The gradients of a call by data and, if there are any, updates. */
function gradientsOf(use: OpUse, dy: TensorData): Record<string, TensorData> {
  const found = derivatives(use, gradient(dy));
  const tensor = (name: 'data' | 'updates', { shape }: TensorData) =>
    f32(
      shape,
      found[name].map(({ value }) => value),
    );
  const { data, updates } = use.inputs;
  return {
    data: tensor('data', data),
    ...(updates && { updates: tensor('updates', updates) }),
  };
}

/** Gathers, scatters and their gradients. */
export async function sweepOps(draw: Draw, driver: Driver, given: Rows): Promise<string> {
  const dtype = pick(draw, ['float32', ...NUMBERS] as const);
  const reduction = pick(draw, reductionsOf(dtype));
  const { title, gather, scatter, shapes, options, indices } = sweepOf(draw, given);
  const tensor = (shape: number[], of = reduction) =>
    tensorOf(dtype, shape, numbersFor(draw, dtype, of, sizeOf(shape)));
  const inputs = { data: tensor(shapes.data), indices: i32(shapes.indices, indices) };
  const isGather = chance(draw, 4);
  const includeSelf = chance(draw, 2);
  const use: OpUse = isGather
    ? { op: gather, inputs, options }
    : {
        op: scatter,
        inputs: { ...inputs, updates: tensor(shapes.values) },
        options: { ...options, reduction, includeSelf },
      };
  const by = isGather ? '' : ` by ${reduction}${includeSelf ? '' : ' without self'}`;
  const what = `${use.op} of ${dtype}${by}, ${title}`;
  const call = { ...use, kind: 'forward' } as const;
  const longest = longestRun(given.rows);
  await expectSwept(driver, what, call, longest, { result: forward(use) }, SAME_NUMBER);
  if (dtype === 'float32' && chance(draw, 2)) {
    const dy = tensor(resultShape(use), 'add');
    const slope = { ...call, derivative: gradient(dy) };
    await expectSwept(driver, `gradient of ${what}`, slope, longest, gradientsOf(use, dy));
  }
  return isGather ? gather : `${dtype} by ${reduction}`;
}

const SEGMENTS = {
  Sum: 'add',
  Mean: 'mean',
  Max: 'max',
  Min: 'min',
  Prod: 'mul',
  Softmax: 'softmax',
};

const FUSED = { Sum: 'add', Mean: 'mean', Max: 'max' };

/** All that the functions below return: what a call was of. */
export const SWEPT_CALLS = [
  'gatherND',
  'gatherElements',
  ...NUMBERS.flatMap((dtype) => reductionsOf(dtype).map((reduction) => `${dtype} by ${reduction}`)),
  ...Object.keys(SEGMENTS).map((op) => `unsortedSegment${op}`),
  ...Object.keys(FUSED).map((op) => `gatherSegment${op}`),
];

/** The scatter of rows that gives the same as a segment op, where empty segments are `empty`. */
const scatterOf = (
  reduction: string,
  rows: ArrayLike<number>,
  places: number,
  updates: TensorData,
  empty = 0,
): OpUse => {
  const shape = [places, updates.shape[1]];
  const data = tensorOf(
    updates.dtype as 'float32',
    shape,
    Array<number>(sizeOf(shape)).fill(empty),
  );
  return {
    op: 'scatterND',
    inputs: { data, indices: i32([rows.length, 1], Array.from(rows)), updates },
    options: { reduction, includeSelf: false, outOfBounds: 'drop', wrapNegatives: false },
  };
};

/** The softmax of rows that share a place; 0 where they are dropped. */
function softmaxAt(x: TensorData, { rows, places }: Rows): TensorData {
  const [largest, sum] = ['max', 'add'].map((reduction) => scatterOf(reduction, rows, places, x));
  const [values, start] = [numbersOf(x), numbersOf(sum.inputs.data)];
  const maxima = forwardInDouble(largest, start, values);
  const targets = targetsOf(sum);
  const powers = targets.map((to, i) => (to === undefined ? 0 : Math.exp(values[i] - maxima[to])));
  const sums = forwardInDouble(sum, start, powers);
  return f32(
    x.shape,
    targets.map((to, i) => (to === undefined ? 0 : powers[i] / sums[to])),
  );
}

/** Segment ops, of floats with their gradients. */
export async function sweepSegments(draw: Draw, driver: Driver, given: Rows): Promise<string> {
  const { title, sites, places, width, rows } = given;
  const [op, reduction] = pick(draw, Object.entries(SEGMENTS));
  const isSoftmax = op === 'Softmax';
  const dtype = isSoftmax ? 'float32' : pick(draw, ['float32', 'int32'] as const);
  const x = tensorOf(dtype, [sites, width], numbersFor(draw, dtype, reduction, sites * width));
  const inputs = { x, segmentIds: i32([sites], [...rows]) };
  const name = `unsortedSegment${op}` as SegmentName;
  const options = op === 'Max' || op === 'Min' ? { empty: 0 } : {};
  const use = { kind: 'segment', op: name, inputs, numSegments: places, options } as const;
  const what = `${name} of ${dtype}, ${title}`;
  const longest = longestRun(rows);
  if (isSoftmax) {
    // Sums of floats in order lose more than others.
    const tolerance = { ...CLOSE, relative: 2e-3 };
    await expectSwept(driver, what, use, longest, { result: softmaxAt(x, given) }, tolerance);
    return name;
  }
  const scatter = scatterOf(reduction, rows, places, x, op === 'Prod' ? 1 : 0);
  await expectSwept(driver, what, use, longest, { result: forward(scatter) });
  if (dtype === 'float32') {
    const dy = f32([places, width], numbersFor(draw, dtype, 'add', places * width));
    const { updates } = gradientsOf(scatter, dy);
    const call = { ...use, derivative: gradient(dy) };
    await expectSwept(driver, `gradient of ${what}`, call, longest, { data: updates });
  }
  return name;
}

/** Fused products, with weights or heads, and their gradients. */
export async function sweepFused(draw: Draw, driver: Driver, given: Rows): Promise<string> {
  const { title, sites, places, width, rows } = given;
  const [op, reduction] = pick(draw, Object.entries(FUSED));
  const next = integersBelow(draw);
  const nodes = pick(draw, [1, 5, places, Math.min(sites, Math.floor(2 ** 17 / width))]);
  const heads = op === 'Max' ? 0 : pick(draw, [0, 1, width]);
  const sources = Array.from({ length: sites }, () => next(nodes));
  const ofRow = heads > 1 ? [heads, 1] : [width];
  const x = numbersFor(draw, 'float32', 'add', nodes * width);
  const w = numbersFor(draw, 'float32', 'add', heads > 0 ? sites * heads : 0);
  const weights = heads > 0 && f32(heads > 1 ? [sites, heads] : [sites], w);
  const weightOf = (e: number, c: number) =>
    heads === 0 ? 1 : heads === 1 ? w[e] : w[e * heads + c];
  const perEdge = (value: (e: number, c: number) => number) =>
    f32(
      [sites, width],
      Array.from({ length: sites * width }, (_, flat) =>
        value(Math.floor(flat / width), flat % width),
      ),
    );
  const xOf = (e: number, c: number) => x[sources[e] * width + c];
  const messages = perEdge((e, c) => xOf(e, c) * weightOf(e, c));
  const scatter = scatterOf(reduction, rows, places, messages);
  const name = `gatherSegment${op}` as 'gatherSegmentSum';
  const use = {
    kind: 'sparse',
    op: name,
    inputs: {
      x: f32([nodes, ...ofRow], x),
      sources: i32([sites], sources),
      targets: i32([sites], [...rows]),
      ...(weights && { weights }),
    },
    numSegments: places,
    options: op === 'Max' ? { empty: 0 } : {},
  } as const;
  const what = `${name} with ${heads} weights each from ${nodes} rows, ${title}`;
  const shape = [places, ...ofRow];
  const longest = longestRun(rows, sources);
  await expectSwept(driver, what, use, longest, { result: { ...forward(scatter), shape } });
  const dy = f32(shape, numbersFor(draw, 'float32', 'add', places * width));
  const slopes = numbersOf(gradientsOf(scatter, dy).updates);
  const passed = perEdge((e, c) => slopes[e * width + c] * weightOf(e, c));
  const products = perEdge((e, c) => slopes[e * width + c] * xOf(e, c));
  // Each weight is that of a row, or of a value.
  const columns = Array.from({ length: sites * width }, (_, flat) =>
    heads > 1 ? flat : Math.floor(flat / width),
  );
  const flat = { ...products, shape: [sites * width, 1] };
  await expectSwept(driver, `gradient of ${what}`, { ...use, derivative: gradient(dy) }, longest, {
    data: { ...forward(scatterOf('add', sources, nodes, passed)), shape: [nodes, ...ofRow] },
    ...(weights && {
      updates: { ...forward(scatterOf('add', columns, w.length, flat)), shape: weights.shape },
    }),
  });
  return name;
}
