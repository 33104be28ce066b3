/** Makes rows of the table of derivatives: cases of an op from its domain, and the same op in float64. */
import type * as tfjs from '@tensorflow/tfjs';
import type { Random } from './random_numbers.js';

export type Tf = typeof tfjs;
type Tensor = tfjs.Tensor;

/** An op on flat numbers. What does not change continuously is computed at the base. */
export type Of = (xs: number[][], base: number[][], shapes: number[][]) => number[];

export interface Case {
  shapes: number[][];
  /** The values of all inputs. */
  at: number[];
  /** The derivatives of the loss where differences cannot tell, or undefined where they are not compared. */
  first?: number[];
  second?: number[];
  /** Whether GPUs skip the case: there, each shape compiles programs. */
  onHost?: boolean;
}

export interface RepairRow {
  run: (tf: Tf, xs: Tensor[]) => Tensor;
  /** Returns the op in float64. */
  oracle: (tf: Tf) => Of | Promise<Of>;
  cases: Case[];
  /** The dtypes of the inputs, if they are not all float32. */
  dtypes?: tfjs.DataType[];
  /** Whether what the backend itself computes is right; otherwise, cpu is asked. */
  byBackend?: boolean;
}

/** Makes a random call. */
export type MakesRow = (random: Random) => RepairRow;

export const sizeOf = (shape: number[]) => shape.reduce((a, b) => a * b, 1);

/** Numbers without a pattern, for directions. */
export const mixed = (count: number, start: number) =>
  Array.from({ length: count }, (_, i) => Math.cos(start + 2.4 * i));

/** Values of an op's domain, with zeros where it is smooth there, and the infinities where it has limits. */
export interface Domain {
  points: number[];
  limits?: number[];
}

const POINTS = [0.3, -0.7, 0, 0.45, -1.1, 0.8];
export const real: Domain = { points: POINTS, limits: [Infinity, -Infinity] };
export const unlimited: Domain = { points: POINTS };
export const nonzero: Domain = { points: [0.3, -0.7, 1.2, 0.45, -1.1, 0.8] };
export const positive: Domain = { points: [0.3, 0.7, 1.2, 0.45, 1.1, 0.8], limits: [Infinity] };
export const unit: Domain = { points: [0.3, -0.7, 0, 0.45, -0.6, 0.8] };
export const aboveOne: Domain = { points: [1.3, 3, 1.2, 2.45, 4.1, 1.8] };

const shapesOf = (text: string) =>
  text.split(' ').map((shape) => (shape === '1' ? [] : shape.split('x').map(Number)));

/** Shapes of six values, of all ranks that tfjs' kernels have. */
const SHAPES = shapesOf('6 2x3 1x2x3 1x2x1x3 2x1x1x3x1 1x2x1x3x1x1');

/** Shapes of two inputs that broadcast; 1 is a scalar. */
export const PAIRS = [
  ...['2x3 2x3', '2x3 3', '2x1 2x3', '1 2x3', '1x2x1x3x1x1 3x1x1', '2x3 1', '0x3 0x3'],
].map(shapesOf);

/** The slope and the curvature of f far out. */
function farOut(f: (x: number) => number, limit: number): number[] {
  const [sign, x] = [Math.sign(limit), Math.sign(limit) * 1e8];
  const y = f(x);
  // Beyond float64, an exponential is its own derivative.
  if (Math.abs(y) === Infinity) return [sign * y, y];
  const derivatives = [(f(x + 1e2) - f(x - 1e2)) / 2e2, (f(x + 1e4) + f(x - 1e4) - 2 * y) / 1e8];
  return derivatives.map((d) => (Math.abs(d) > 1e4 ? d * Infinity : d));
}

/** A case of single values, repeated, where the derivatives of f are known. */
function knownAt(shape: number[], at: number[], slopes: number[], curves?: number[]): Case[] {
  const [dy, v] = [mixed(sizeOf(shape), 1), mixed(sizeOf(shape), 2)];
  const times = (factor: number, by: number) => (factor === 0 ? 0 : factor * by);
  const again = (values: number[]) => dy.map((_, i) => values[i % at.length]);
  const first = again(slopes).map((slope, i) => times(slope, dy[i]));
  const second = curves && again(curves).map((curve, i) => times(curve, dy[i] * v[i]));
  return at.length > 0
    ? [{ shapes: [shape], at: again(at), first, ...(second && { second }) }]
    : [];
}

/** Cases of all ranks with the same values, and an empty one. GPUs run the rank of the nth row. */
function casesOf(nth: number, at: number[]): { cases: Case[]; shape: number[] } {
  const shape = SHAPES[nth % SHAPES.length];
  const ofRanks = SHAPES.map((each) => ({ shapes: [each], at, onHost: each !== shape }));
  const scalar = { shapes: [[]], at: at.slice(0, 1), onHost: true };
  return { shape, cases: [...ofRanks, scalar, { shapes: [[0, 3]], at: [] }] };
}

/** An elementwise kernel with input x. `kinks` are the derivatives where it is not smooth. */
export function unary(
  nth: number,
  kernel: string,
  f: (x: number) => number,
  { points, limits = [] }: Domain = real,
  attrs: object = {},
  kinks: Record<string, number> = {},
): RepairRow {
  const at = points.map((x) => (x in kinks ? 1.2 : x));
  const { shape, cases } = casesOf(nth, at);
  const edges = limits.map((limit) => farOut(f, limit));
  const [slopes, curves] = [0, 1].map((order) => edges.map((edge) => edge[order]));
  return {
    run: (tf, [x]) => tf.engine().runKernel<Tensor>(kernel, { x }, { ...attrs }),
    oracle:
      () =>
      ([x]) =>
        x.map(f),
    cases: [
      ...cases,
      ...knownAt(shape, limits, slopes, curves),
      ...knownAt(shape, Object.keys(kinks).map(Number), Object.values(kinks)),
    ],
  };
}

/** A result that does not change continuously, times a function whose derivatives are right at infinities, too. */
export function constant(
  nth: number,
  kernel: string,
  f: (x: number) => number,
  op: (tf: Tf, x: Tensor) => Tensor = (tf, x) => tf.engine().runKernel(kernel, { x }),
): RepairRow {
  const limits = [Infinity, -Infinity].filter((limit) => Number.isFinite(f(limit)));
  const { shape, cases } = casesOf(nth, POINTS);
  return {
    run: (tf, [x]) => tf.mul(tf.softplus(x), tf.cast(op(tf, x), 'float32')),
    oracle:
      () =>
      ([x], [base]) =>
        x.map((a, i) => Math.log1p(Math.exp(a)) * f(base[i])),
    cases: [
      ...cases,
      ...knownAt(
        shape,
        limits,
        limits.map((limit) => (limit > 0 ? f(limit) : 0)),
        limits.map(() => 0),
      ),
    ],
  };
}

/** Returns the values of both inputs for each output, by tfjs' rules for broadcasting. */
export function broadcast([a, b]: number[][]): number[][] {
  const rank = Math.max(a.length, b.length);
  const padded = [a, b].map((shape) => [...Array<number>(rank - shape.length).fill(1), ...shape]);
  const out = padded[0].map((length, d) => Math.max(length, padded[1][d]));
  return Array.from({ length: sizeOf(out) }, (_, flat) =>
    padded.map((shape) => {
      const places = out.map((length, d) => Math.floor(flat / sizeOf(out.slice(d + 1))) % length);
      return shape.reduce((at, length, d) => at * length + (length === 1 ? 0 : places[d]), 0);
    }),
  );
}

/** Values that tie with none of a domain. */
const OTHERS = [0.9, -1.3, 0.45, 1.2, -0.6, 0.33];

/** A kernel of two inputs that broadcast, by their numbers and those of the base. */
export const binary = (
  nth: number,
  run: (tf: Tf, a: Tensor, b: Tensor) => Tensor,
  f: (a: number, b: number, base: number[]) => number,
  { points }: Domain = real,
  pairs = PAIRS,
  others = OTHERS,
): RepairRow => ({
  run: (tf, [a, b]) => run(tf, a, b),
  oracle:
    () =>
    ([a, b], [baseA, baseB], shapes) =>
      broadcast(shapes).map(([i, j]) => f(a[i], b[j], [baseA[i], baseB[j]])),
  cases: pairs.map((shapes, i) => ({
    shapes,
    at: [points, others].flatMap((values, k) => values.slice(0, sizeOf(shapes[k]))),
    onHost: ![1, nth % pairs.length].includes(i),
  })),
});

/** A kernel of two inputs whose result does not change continuously, times a product. */
export const constantOfBoth = (
  nth: number,
  kernel: string,
  f: (a: number, b: number) => number,
): RepairRow =>
  binary(
    nth,
    (tf, a, b) => {
      const ofBool = kernel.startsWith('Logical');
      const [x, y] = ofBool ? [tf.greater(a, 0), tf.greater(b, 0)] : [a, b];
      const result = tf.engine().runKernel<Tensor>(kernel, { a: x, b: y });
      return tf.mul(tf.mul(a, tf.exp(b)), tf.cast(result, 'float32'));
    },
    (a, b, [baseA, baseB]) => a * Math.exp(b) * f(baseA, baseB),
    real,
    PAIRS,
    // Some of the values tie.
    [0.3, -1.1, 0.22, 0.45, 0.25, 0.3],
  );

/** Values of inputs of any sizes. */
const valuesFor = (shapes: number[][]) =>
  Array.from({ length: shapes.map(sizeOf).reduce((a, b) => a + b, 0) }, (_, i) =>
    Number((1.3 * Math.sin(1 + 1.7 * i)).toFixed(2)),
  );

/** An op whose result is what `of` computes of the numbers of inputs with these shapes. */
export const defined = (
  run: RepairRow['run'],
  of: Of,
  shapes: number[][],
  { at = valuesFor(shapes), also = [] }: { at?: number[]; also?: Case[] | undefined } = {},
): RepairRow => ({ run, oracle: () => of, cases: [{ shapes, at }, ...also] });

/** The shapes of a kernel's inputs, its attributes, and the inputs that are not differentiated. */
export type Kernel = [
  inputs: Record<string, number[]>,
  attrs?: tfjs.NamedAttrMap,
  fixed?: (tf: Tf) => tfjs.NamedTensorMap,
];

/**
 * Makes rows of ops that are linear in their inputs together, or in each. What they compute for ones and zeros, exactly,
 * defines them in float64: only their derivatives are in doubt.
 */
export const byOnes = (
  isProduct: boolean,
  run: RepairRow['run'],
  shapes: number[][],
  at = valuesFor(shapes),
): RepairRow => {
  const places = shapes.map((shape, k) => Array.from({ length: sizeOf(shape) }, (_, i) => [k, i]));
  /** All choices of what is one: one value, or one of each input. */
  const choices = isProduct
    ? places.reduce<number[][][]>(
        (all, ofInput) => all.flatMap((chosen) => ofInput.map((place) => [...chosen, place])),
        [[]],
      )
    : places.flat().map((place) => [place]);
  const valuesOf = async (tf: Tf, chosen: number[][]): Promise<ArrayLike<number>> => {
    const ones = shapes.map((shape, k) => {
      const isOne = (at: number) => Number(chosen.some(([input, i]) => input === k && i === at));
      const values = Array.from({ length: sizeOf(shape) }, (_, i) => isOne(i));
      return tf.tensor(values, shape);
    });
    const result = tf.tidy(() => tf.mul(run(tf, ones), 1));
    const values = await result.data();
    for (const tensor of [...ones, result]) tensor.dispose();
    return values;
  };
  return {
    run,
    async oracle(tf) {
      const terms: { chosen: number[][]; y: ArrayLike<number> }[] = [];
      for (const chosen of choices) terms.push({ chosen, y: await valuesOf(tf, chosen) });
      return (xs) =>
        Array.from(terms[0].y, (_, at) =>
          terms.reduce(
            (sum, { chosen, y }) =>
              sum + (y[at] && chosen.reduce((product, [k, i]) => product * xs[k][i], y[at])),
            0,
          ),
        );
    },
    cases: [{ shapes, at }],
  };
};

/** The same of a kernel. Inputs with numbers as names are a list. Of several outputs, the last one counts. */
const definedByOnes =
  (isProduct: boolean) =>
  (kernel: string, [inputs, attrs = {}, fixed]: Kernel): RepairRow => {
    const names = Object.keys(inputs);
    const run: RepairRow['run'] = (tf, xs) => {
      const named = Object.fromEntries(names.map((name, i) => [name, xs[i]]));
      const all: object = '0' in named ? xs : { ...named, ...fixed?.(tf) };
      const engine = tf.engine();
      const y = engine.runKernel<Tensor | Tensor[]>(kernel, all as tfjs.NamedTensorMap, attrs);
      return [y].flat().slice(-1)[0];
    };
    return byOnes(isProduct, run, Object.values(inputs));
  };

export const linear = definedByOnes(false);
export const multilinear = definedByOnes(true);
