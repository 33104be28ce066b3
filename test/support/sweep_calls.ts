/**
 * Random calls on rows of stated sizes, compared with plain loops: ops, segment ops and fused products, and the
 * gradients of floats.
 */
import type { Gradient, OpCall, SegmentName, TensorData } from './call.js';
import { CLOSE, SAME_NUMBER, type Tolerance } from './compare.js';
import type { Driver } from './drivers.js';
import { NUMBERS, reductionsOf } from './oracle_words.js';
import { integersBelow, numbersFor, type Rows, sweepOf, tensorOf } from './random_sweep.js';
import { chance, pick } from './random_values.js';
import type { Draw } from './seed.js';
import { gathered, gradientsOf, scattered, softmaxAt } from './sweep_oracle.js';
import { expectOutputs } from './table.js';
import { f32, i32, sizeOf } from './values.js';

/** Fails without the values of a call, which are too many to read. */
async function expectSwept(
  driver: Driver,
  title: string,
  call: OpCall,
  expected: Record<string, TensorData>,
  tolerance: Tolerance = CLOSE,
): Promise<void> {
  const isGradient = 'derivative' in call;
  // Gradients use tfjs' ops, of sizes that it computes wrongly there.
  if (isGradient && driver.sharesPrograms) return;
  const use = call.kind === 'forward' && !isGradient ? call : undefined;
  // The plain loop rounds once for each term of a sum; in another order, roundings are others.
  const inputs = Object.values<TensorData | undefined>({ ...call.inputs });
  const terms = Math.max(...inputs.map((input) => input?.values.length ?? 0));
  const most = isGradient && driver.reorders ? terms * 2 ** -24 : 0;
  const relative = Math.max(tolerance.relative, most);
  await expectOutputs(driver, call, expected, { ...tolerance, relative }, use).catch(
    (error: unknown) => {
      // As a cause, the error would be printed whole.
      throw new Error(`${title}\n${String(error).slice(0, 300)}`, { cause: title });
    },
  );
}

const gradient = (dy: TensorData): Gradient => ({ kind: 'gradient', dy });

/** Gathers, scatters and their gradients. */
export async function sweepOps(draw: Draw, driver: Driver, given: Rows): Promise<string> {
  const dtype = pick(draw, ['float32', ...NUMBERS] as const);
  const reduction = pick(draw, reductionsOf(dtype));
  const { title, gather, scatter, shapes, options, indices, targets } = sweepOf(draw, given);
  const numbers = (shape: number[], of = reduction) => numbersFor(draw, dtype, of, sizeOf(shape));
  const x = numbers(shapes.data);
  const data = tensorOf(dtype, shapes.data, x);
  const inputs = { data, indices: i32(shapes.indices, indices) };
  const isDifferentiated = dtype === 'float32' && chance(draw, 2);
  if (chance(draw, 4)) {
    const use = { op: gather, inputs, options, kind: 'forward' } as const;
    const result = tensorOf(dtype, shapes.values, gathered(x, targets));
    await expectSwept(driver, `${gather} of ${dtype}, ${title}`, use, { result }, SAME_NUMBER);
    if (!isDifferentiated) return gather;
    const dy = numbers(shapes.values, 'add');
    const call = { ...use, derivative: gradient(f32(shapes.values, dy)) };
    const rule = { reduction: 'add', includeSelf: true };
    const sums = scattered(dtype, rule, new Float32Array(x.length), dy, targets);
    await expectSwept(driver, `gradient of ${gather}, ${title}`, call, {
      data: f32(shapes.data, sums),
    });
    return gather;
  }
  const includeSelf = chance(draw, 2);
  const u = numbers(shapes.values);
  const rule = { reduction, includeSelf };
  const updates = tensorOf(dtype, shapes.values, u);
  const use = {
    op: scatter,
    inputs: { ...inputs, updates },
    options: { ...options, ...rule },
    kind: 'forward',
  } as const;
  const name = `${scatter} of ${dtype} by ${reduction}${includeSelf ? '' : ' without self'}`;
  const result = tensorOf(dtype, shapes.data, scattered(dtype, rule, x, u, targets));
  await expectSwept(driver, `${name}, ${title}`, use, { result }, SAME_NUMBER);
  if (isDifferentiated) {
    const dy = numbers(shapes.data, 'add');
    const found = gradientsOf(rule, x, u, targets, dy);
    await expectSwept(
      driver,
      `gradient of ${name}, ${title}`,
      { ...use, derivative: gradient(f32(shapes.data, dy)) },
      {
        data: f32(shapes.data, found.data),
        updates: f32(shapes.values, found.updates),
      },
    );
  }
  return `${dtype} by ${reduction}`;
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

const targetsIn = ({ rows, width }: Rows): Int32Array =>
  Int32Array.from({ length: rows.length * width }, (_, flat) => {
    const row = rows[Math.floor(flat / width)];
    return row < 0 ? -1 : row * width + (flat % width);
  });

/** Segment ops, of floats with their gradients. */
export async function sweepSegments(draw: Draw, driver: Driver, given: Rows): Promise<string> {
  const { title, sites, places, width, rows } = given;
  const [op, reduction] = pick(draw, Object.entries(SEGMENTS));
  const isSoftmax = op === 'Softmax';
  const dtype = isSoftmax ? 'float32' : pick(draw, ['float32', 'int32'] as const);
  const targets = targetsIn(given);
  const shape = [sites, width];
  const values = numbersFor(draw, dtype, reduction, sites * width);
  const inputs = { x: tensorOf(dtype, shape, values), segmentIds: i32([sites], [...rows]) };
  const name = `unsortedSegment${op}` as SegmentName;
  const options = op === 'Max' || op === 'Min' ? { empty: 0 } : {};
  const use = { kind: 'segment', op: name, inputs, numSegments: places, options } as const;
  const what = `${name} of ${dtype}, ${title}`;
  if (isSoftmax) {
    const result = f32(shape, softmaxAt(values, targets, places * width));
    // Sums of floats in order lose more than others.
    await expectSwept(driver, what, use, { result }, { ...CLOSE, relative: 2e-3 });
    return name;
  }
  const rule = { reduction, includeSelf: false };
  const start = new Float32Array(places * width).fill(op === 'Prod' ? 1 : 0);
  const result = tensorOf(dtype, [places, width], scattered(dtype, rule, start, values, targets));
  await expectSwept(driver, what, use, { result });
  if (dtype === 'float32') {
    const dy = numbersFor(draw, dtype, 'add', places * width);
    const { updates } = gradientsOf(rule, start, values, targets, dy);
    const call = { ...use, derivative: gradient(f32([places, width], dy)) };
    await expectSwept(driver, `gradient of ${what}`, call, { data: f32(shape, updates) });
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
  const perEdge = (value: (e: number, c: number) => number) =>
    Array.from({ length: sites * width }, (_, flat) =>
      value(Math.floor(flat / width), flat % width),
    );
  const weightOf = (e: number, c: number) =>
    heads === 0 ? 1 : heads === 1 ? w[e] : w[e * heads + c];
  const messages = perEdge((e, c) => x[sources[e] * width + c] * weightOf(e, c));
  const targets = targetsIn(given);
  const rule = { reduction, includeSelf: false };
  const zeros = new Float32Array(places * width);
  const shape = [places, ...ofRow];
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
  const result = f32(shape, scattered('float32', rule, zeros, messages, targets));
  await expectSwept(driver, what, use, { result });
  const dy = numbersFor(draw, 'float32', 'add', places * width);
  const { updates } = gradientsOf(rule, zeros, messages, targets, dy);
  const to = Int32Array.from(
    updates,
    (_, flat) => sources[Math.floor(flat / width)] * width + (flat % width),
  );
  const add = { reduction: 'add', includeSelf: true };
  const passed = perEdge((e, c) => updates[e * width + c] * weightOf(e, c));
  const ofX = f32(
    [nodes, ...ofRow],
    scattered('float32', add, new Float32Array(x.length), passed, to),
  );
  const products = perEdge((e, c) => updates[e * width + c] * x[sources[e] * width + c]);
  const at = Int32Array.from(products, (_, flat) => (heads > 1 ? flat : Math.floor(flat / width)));
  await expectSwept(
    driver,
    `gradient of ${what}`,
    { ...use, derivative: gradient(f32(shape, dy)) },
    {
      data: ofX,
      ...(weights && {
        updates: f32(
          weights.shape,
          scattered('float32', add, new Float32Array(w.length), products, at),
        ),
      }),
    },
  );
  return name;
}
