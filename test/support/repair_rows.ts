/**
 * tfjs' kernels, each with an op that runs it, and the same in float64. Below, lists say whose first and second derivatives
 * are right in all cases of their domain, with `repairGradients()`. Pages use the table too.
 */
import {
  aboveOne,
  binary,
  type Case,
  constant,
  constantOfBoth,
  defined,
  type Domain,
  linear,
  type Kernel,
  multilinear,
  nonzero,
  PAIRS,
  positive,
  real,
  type RepairRow,
  type Tf,
  unary,
  unit,
  unlimited,
} from './repair_ops.js';

type Numbers = readonly number[];

const scale = 1.0507009873554805;
const scaleAlpha = 1.7580993408473768;
const sum = (x: Numbers) => x.reduce((a, b) => a + b, 0);
const product = (x: Numbers) => x.reduce((a, b) => a * b, 1);
const rows = (x: Numbers) => [x.slice(0, 3), x.slice(3)];
const columns = (x: Numbers) => [0, 1, 2].map((c) => [x[c], x[c + 3]]);
const least = (x: Numbers) => Math.min(...x);
const most = (x: Numbers) => Math.max(...x);
const softmax = (x: Numbers) => x.map((a) => Math.exp(a) / sum(x.map(Math.exp)));
const clip = (x: number, min: number, max: number) => Math.min(Math.max(x, min), max);
const elu = (x: number) => (x < 0 ? Math.expm1(x) : x);
const dy = (i: number) => Math.cos(1 + 2.4 * i);

/** The integral, by Simpson's rule. */
function erf(x: number): number {
  const end = clip(x, -7, 7);
  const factor = (i: number) => (i % 400 === 0 ? 1 : 2 + 2 * (i % 2));
  const terms = Array.from(
    { length: 401 },
    (_, i) => factor(i) * Math.exp(-(((end * i) / 400) ** 2)),
  );
  return (end * sum(terms)) / 600 / Math.sqrt(Math.PI);
}

type Unary = [
  f: (x: number) => number,
  domain?: Domain,
  attrs?: object,
  kinks?: Record<string, number>,
];

/** Kernels of one input, where they are smooth, and their derivatives at kinks. */
const UNARY: Record<string, Unary> = {
  Abs: [Math.abs, real, {}, { 0: 0 }],
  Acos: [Math.acos, unit],
  Acosh: [Math.acosh, aboveOne],
  Asin: [Math.asin, unit],
  Asinh: [Math.asinh, unlimited],
  Atan: [Math.atan, unlimited],
  Atanh: [Math.atanh, unit],
  Cast: [(x) => x, real, { dtype: 'float32' }],
  ClipByValue: [(x) => clip(x, 0, 0.7), real, { clipValueMin: 0, clipValueMax: 0.7 }, { 0: 1 }],
  Cos: [Math.cos, unlimited],
  Cosh: [Math.cosh],
  Elu: [elu, { ...real, limits: [-Infinity] }, {}, { 0: 1 }],
  'Elu: Infinity': [elu, real, {}, { 0: 1 }],
  Erf: [erf, unlimited],
  Exp: [Math.exp],
  Expm1: [Math.expm1],
  Identity: [(x) => x],
  LeakyRelu: [(x) => Math.max(x, 0.2 * x), real, { alpha: 0.2 }, { 0: 0.2 }],
  Log: [Math.log, positive],
  Log1p: [Math.log1p, positive],
  Neg: [(x) => -x],
  Reciprocal: [(x) => 1 / x, nonzero],
  Relu: [(x) => Math.max(x, 0), real, {}, { 0: 0 }],
  Relu6: [(x) => clip(x, 0, 6), real, {}, { 0: 0 }],
  Rsqrt: [(x) => x ** -0.5, { points: positive.points }],
  Selu: [(x) => (x < 0 ? scaleAlpha * Math.expm1(x) : scale * x), real, {}, { 0: scaleAlpha }],
  Sigmoid: [(x) => 1 / (1 + Math.exp(-x))],
  Sin: [Math.sin, unlimited],
  Sinh: [Math.sinh],
  Softplus: [(x) => (x > 30 ? x : Math.log1p(Math.exp(x)))],
  Sqrt: [Math.sqrt, positive],
  Square: [(x) => x * x],
  Tan: [Math.tan, unlimited],
  Tanh: [Math.tanh],
  'Acosh: Infinity': [Math.acosh, { ...aboveOne, limits: [Infinity] }],
  'Asinh: infinities': [Math.asinh],
  'Atan: infinities': [Math.atan],
  'Erf: infinities': [erf],
  'Reciprocal: infinities': [(x) => 1 / x, { ...nonzero, limits: [Infinity, -Infinity] }],
  'Rsqrt: Infinity': [(x) => x ** -0.5, positive],
};

/** Kernels of one input whose result is constant around each value, or an op that runs one. */
const CONSTANT: Record<string, [f: (x: number) => number, op?: Parameters<typeof constant>[3]]> = {
  'Cast: of bool': [(x) => Number(x > 0), (tf, x) => tf.cast(tf.greater(x, 0), 'float32')],
  'Cast: to int32': [(x) => Math.trunc(3 * x), (tf, x) => tf.cast(tf.mul(x, 3), 'int32')],
  Ceil: [Math.ceil],
  Floor: [Math.floor],
  IsFinite: [(x) => Number(Number.isFinite(x))],
  IsInf: [(x) => Number(Math.abs(x) === Infinity)],
  IsNan: [() => 0],
  LogicalNot: [(x) => Number(x <= 0), (tf, x) => tf.logicalNot(tf.greater(x, 0))],
  OnesLike: [() => 1],
  Round: [(x) => Math.round(3 * x), (tf, x) => tf.round(tf.mul(x, 3))],
  SearchSorted: [
    (x) => [-1, 0.1, 1].filter((edge) => edge < x).length,
    (tf, x) =>
      x.size > 0
        ? tf.reshape(
            tf.searchSorted(tf.tensor2d([[-1, 0.1, 1]]), tf.reshape(x, [1, x.size])),
            x.shape,
          )
        : x,
  ],
  Sign: [Math.sign],
  Step: [(x) => Number(x > 0), (tf, x) => tf.step(x)],
  ZerosLike: [() => 0],
};

type OfTwo = (a: number, b: number) => number;

/** Kernels of two inputs that broadcast. */
const BINARY: Record<string, OfTwo> = {
  Add: (a, b) => a + b,
  Atan2: (a, b) => Math.atan2(a, b),
  Maximum: (a, b) => Math.max(a, b),
  Minimum: (a, b) => Math.min(a, b),
  Mod: (a, b) => a - Math.floor(a / b) * b,
  Multiply: (a, b) => a * b,
  Pow: (a, b) => a ** b,
  RealDiv: (a, b) => a / b,
  SquaredDifference: (a, b) => (a - b) ** 2,
  Sub: (a, b) => a - b,
};

/** Kernels of two inputs that broadcast, whose result is constant around each pair of values. */
const CONSTANT_OF_BOTH: Record<string, OfTwo> = {
  Equal: (a, b) => Number(a === b),
  FloorDiv: (a, b) => Math.floor(a / b),
  Greater: (a, b) => Number(a > b),
  GreaterEqual: (a, b) => Number(a >= b),
  Less: (a, b) => Number(a < b),
  LessEqual: (a, b) => Number(a <= b),
  LogicalAnd: (a, b) => Number(a > 0 && b > 0),
  LogicalOr: (a, b) => Number(a > 0 || b > 0),
  NotEqual: (a, b) => Number(a !== b),
};

const IMAGE = [1, 2, 3, 1];
const pad = (before: number, after: number) => [before, after];
const POOL = { filterSize: [2, 2], strides: [1, 1] };
const POOL_3D = { filterSize: [1, 2, 2], strides: [1, 1, 1], dataFormat: 'NDHWC' };
/** Its windows begin one before x; those that the height holds are one and a half. */
const ROUNDED_UP = { filterSize: [3, 3], strides: [2, 2], pad: 1, dimRoundingMode: 'ceil' };
const CONV = { strides: [1, 1], pad: 'valid', dataFormat: 'NHWC', dilations: [1, 1] };
const RESIZED = { size: [4, 3], alignCorners: false, halfPixelCenters: false };
const MASKS = { beginMask: 0, endMask: 0, ellipsisMask: 0, newAxisMask: 0, shrinkAxisMask: 0 };

const ids =
  (name: string, values: number[], shape = [values.length]) =>
  (tf: Tf) => ({
    [name]: tf.tensor(values, shape, 'int32'),
  });
const segments = (tf: Tf) => ({
  ...ids('indices', [2, 0, 2])(tf),
  ...ids('segmentIds', [0, 0, 1])(tf),
});

/** Kernels that are linear in all inputs together: those that move or add values. */
const LINEAR: Record<string, Kernel> = {
  AddN: [{ 0: [2, 3] }],
  AvgPool: [{ x: IMAGE }, { ...POOL, pad: 'valid' }],
  'AvgPool: padded': [{ x: IMAGE }, { ...POOL, pad: 'same' }],
  'AvgPool: padded by numbers': [
    { x: IMAGE },
    { ...POOL, strides: [2, 2], pad: 1, dimRoundingMode: 'floor' },
  ],
  'AvgPool: rounded up': [{ x: IMAGE }, ROUNDED_UP],
  AvgPool3D: [{ x: [1, 1, 2, 3, 1] }, { ...POOL_3D, pad: 'valid' }],
  'AvgPool3D: padded': [{ x: [1, 1, 2, 3, 1] }, { ...POOL_3D, pad: 'same' }],
  BatchToSpaceND: [{ x: [4, 1, 2, 1] }, { blockShape: [2, 1], crops: [pad(0, 1), pad(0, 0)] }],
  Bincount: [{ weights: [3] }, { size: 3 }, ids('x', [2, 0, 2])],
  BroadcastTo: [{ x: [3, 1] }, { shape: [2, 3, 2] }],
  Concat: [{ 0: [1, 3], 1: [2, 3] }, { axis: 0 }],
  CropAndResize: [
    { image: IMAGE },
    { cropSize: [2, 2], method: 'bilinear', extrapolationValue: 0 },
    (tf) => ({ boxes: tf.tensor2d([[0, 0, 1, 0.5]]), boxInd: tf.tensor1d([0], 'int32') }),
  ],
  Cumsum: [{ x: [2, 3] }, { axis: 1, exclusive: true, reverse: true }],
  'Cumsum: of columns': [{ x: [2, 3] }, { axis: 0, exclusive: false, reverse: false }],
  DenseBincount: [
    { weights: [2, 3] },
    { size: 3, binaryOutput: false },
    ids('x', [2, 0, 2, 1, 1, 0], [2, 3]),
  ],
  DepthToSpace: [{ x: [1, 1, 2, 4] }, { blockSize: 2, dataFormat: 'NHWC' }],
  'DepthToSpace: channels first': [{ x: [1, 4, 1, 2] }, { blockSize: 2, dataFormat: 'NCHW' }],
  Diag: [{ x: [2, 2] }],
  'Einsum: one operand': [{ 0: [2, 3] }, { equation: 'ij->j' }],
  ExpandDims: [{ input: [2, 3] }, { dim: 1 }],
  GatherNd: [{ params: [2, 3] }, {}, ids('indices', [1, 1], [2, 1])],
  GatherV2: [{ x: [2, 3] }, { axis: 1, batchDims: 0 }, ids('indices', [2, 0, 2])],
  Mean: [{ x: [1, 2, 1, 3] }, { axis: [1, 3] }],
  MirrorPad: [{ x: [2, 3] }, { paddings: [pad(0, 1), pad(2, 1)], mode: 'reflect' }],
  'MirrorPad: symmetric': [{ x: [2, 3] }, { paddings: [pad(0, 1), pad(2, 1)], mode: 'symmetric' }],
  Pack: [{ 0: [2], 1: [2] }, { axis: 1 }],
  PadV2: [{ x: [2, 3] }, { paddings: [pad(1, 0), pad(0, 2)], constantValue: 0 }],
  Reshape: [{ x: [2, 3] }, { shape: [3, 2] }],
  ResizeBilinear: [{ images: [1, 2, 2, 2] }, RESIZED],
  'ResizeBilinear: no square': [{ images: IMAGE }, RESIZED],
  'ResizeBilinear: half pixels': [{ images: IMAGE }, { ...RESIZED, halfPixelCenters: true }],
  ResizeNearestNeighbor: [{ images: IMAGE }, RESIZED],
  'ResizeNearestNeighbor: a batch': [{ images: [2, 1, 2, 1] }, RESIZED],
  'ResizeNearestNeighbor: half pixels': [{ images: IMAGE }, { ...RESIZED, halfPixelCenters: true }],
  'ResizeNearestNeighbor: corners of a height of 1': [
    { images: [1, 1, 3, 1] },
    { ...RESIZED, alignCorners: true },
  ],
  Reverse: [{ x: [2, 3] }, { dims: [1] }],
  ScatterNd: [{ updates: [2, 3] }, { shape: [3, 3] }, ids('indices', [1, 1], [2, 1])],
  Select: [
    { t: [2, 3], e: [2, 3] },
    {},
    (tf) => ({ condition: tf.tensor2d([1, 0, 1, 0, 0, 1], [2, 3], 'bool') }),
  ],
  Slice: [{ x: [2, 3] }, { begin: [1, 0], size: [1, 2] }],
  SpaceToBatchND: [{ x: [1, 2, 2, 1] }, { blockShape: [2, 1], paddings: [pad(1, 1), pad(0, 0)] }],
  SparseSegmentMean: [{ data: [3, 2] }, {}, segments],
  SparseSegmentSum: [{ data: [3, 2] }, {}, segments],
  SparseToDense: [
    { sparseValues: [2], defaultValue: [] },
    { outputShape: [4] },
    ids('sparseIndices', [2, 0]),
  ],
  SplitV: [{ x: [2, 3] }, { numOrSizeSplits: [1, 2], axis: 1 }],
  'SplitV: one part': [{ x: [2, 3] }, { numOrSizeSplits: [3], axis: 1 }],
  StridedSlice: [{ x: [2, 3] }, { begin: [0, 2], end: [2, -4], strides: [1, -2], ...MASKS }],
  Sum: [{ x: [1, 2, 1, 3, 1, 1] }, { axis: [1, 4], keepDims: true }],
  TensorScatterUpdate: [{ tensor: [3, 2], updates: [2, 2] }, {}, ids('indices', [2, 0], [2, 1])],
  Tile: [{ x: [2, 3] }, { reps: [2, 2] }],
  Transpose: [{ x: [1, 2, 1, 3] }, { perm: [3, 0, 2, 1] }],
  Unpack: [{ value: [2, 3] }, { axis: 1 }],
  'Unpack: one part': [{ value: [1, 3] }, { axis: 0 }],
  UnsortedSegmentSum: [{ x: [3, 2] }, { numSegments: 2 }, ids('segmentIds', [1, 0, 1])],
};

/** Kernels that are linear in each input. */
const MULTILINEAR: Record<string, Kernel> = {
  BatchMatMul: [
    { a: [1, 1, 2], b: [1, 2, 3] },
    { transposeA: false, transposeB: false },
  ],
  'BatchMatMul: batches that broadcast': [
    { a: [2, 2, 1], b: [1, 2, 3] },
    { transposeA: true, transposeB: false },
  ],
  'BatchMatMul: the second transposed': [
    { a: [1, 2, 3], b: [2, 1, 3] },
    { transposeA: false, transposeB: true },
  ],
  Conv2D: [{ x: IMAGE, filter: [2, 2, 1, 1] }, CONV],
  Conv2DBackpropInput: [
    { dy: [1, 1, 2, 1], filter: [2, 2, 1, 1] },
    { ...CONV, inputShape: IMAGE },
  ],
  Conv3D: [
    { x: [1, 2, 2, 1, 1], filter: [1, 2, 1, 1, 1] },
    { strides: [1, 1, 1], pad: 'valid', dataFormat: 'NDHWC', dilations: [1, 1, 1] },
  ],
  DepthwiseConv2dNative: [{ x: IMAGE, filter: [2, 2, 1, 2] }, CONV],
  Einsum: [{ 0: [2, 3], 1: [2, 3] }, { equation: 'ij,kj->ik' }],
  'Einsum: to a scalar': [{ 0: [2, 3], 1: [2, 3] }, { equation: 'ij,ij->' }],
  'Einsum: an axis of one operand': [{ 0: [2, 1], 1: [2, 2, 1] }, { equation: 'bi,kbi->b' }],
  'Einsum: batches': [{ 0: [2, 1, 2], 1: [2, 2] }, { equation: 'bij,bj->bi' }],
};

/** What a window of 2 × 2 values of [2, 3] makes of them. */
const windows = (x: Numbers) => [0, 1].map((j) => [x[j], x[j + 1], x[j + 3], x[j + 4]]);

/** Rows of a maximum or minimum along axes. */
function extremum(
  kernel: 'Max' | 'Min',
  best: typeof most,
  worst: number,
): Record<string, RepairRow> {
  const tied = (at: number[]): Case => ({
    shapes: [[2, 3]],
    at,
    first: rows(at).flatMap((row, j) =>
      row.map((x) => (x === best(row) ? dy(j) / row.filter((y) => x === y).length : 0)),
    ),
    second: at.map(() => 0),
  });
  const along = (
    axes: number[] | undefined,
    of: (x: number[]) => Numbers[],
    shape = [2, 3],
    also?: Case[],
  ) =>
    defined(
      (tf, [x]) => (kernel === 'Max' ? tf.max(x, axes, true) : tf.min(x, axes, true)),
      ([x]) => of(x).map(best),
      [shape],
      { also },
    );
  return {
    [kernel]: along([1], rows),
    [`${kernel}: of columns`]: along([0], columns),
    [`${kernel}: of all`]: along(undefined, (x) => [x]),
    [`${kernel}: rank 6`]: along([1, 4], columns, [1, 2, 1, 3, 1, 1]),
    [`${kernel}: ties`]: along([1], rows, undefined, [
      tied([2, 2, 2, 0, 5, 0]),
      tied([worst, 2, 2, worst, worst, 0]),
      tied([-worst, 1, -worst, -worst, worst, 3]),
      { shapes: [[0, 3]], at: [] },
    ]),
  };
}

/** Products along axis 1, of places before or after. */
const cumprod = (exclusive: boolean, reverse: boolean) =>
  defined(
    (tf, [x]) => tf.cumprod(x, 1, exclusive, reverse),
    ([x]) => {
      const factors = (row: Numbers, i: number) =>
        reverse ? row.slice(i + Number(exclusive)) : row.slice(0, i + Number(!exclusive));
      return rows(x).flatMap((row) => row.map((_, i) => product(factors(row, i))));
    },
    [[2, 3]],
    { at: [0, 2, 3, -1, 0.5, 0] },
  );

/** Whether any or all values of rows are positive, as a mask of the squares. */
const maskOf = (op: 'all' | 'any', choose: typeof most) =>
  defined(
    (tf, [x]) => tf.mul(tf.square(x), tf.cast(tf[op](tf.greater(x, 0), 1, true), 'float32')),
    ([x], [base]) =>
      rows(x).flatMap((row, j) => row.map((a) => (choose(rows(base)[j]) > 0 ? a * a : 0))),
    [[2, 3]],
    { at: [1, 2, 3, -1, 2, 3], also: [{ shapes: [[2, 3]], at: [-1, -2, -3, -1, 2, 3] }] },
  );

const DEFINED: Record<string, RepairRow> = {
  ...extremum('Max', most, -Infinity),
  ...extremum('Min', least, Infinity),
  All: maskOf('all', least),
  Any: maskOf('any', most),
  ArgMax: defined(
    (tf, [x]) => tf.mul(tf.square(x), tf.cast(tf.oneHot(tf.argMax(x, 1), 3), 'float32')),
    ([x]) => rows(x).flatMap((row) => row.map((a) => (a === most(row) ? a * a : 0))),
    [[2, 3]],
  ),
  ArgMin: defined(
    (tf, [x]) => tf.mul(x, tf.reshape(tf.gather(tf.reshape(x, [-1]), tf.argMin(x, 1)), [2, 1])),
    ([x]) => rows(x).flatMap((row) => row.map((a) => a * x[row.indexOf(least(row))])),
    [[2, 3]],
  ),
  Cumprod: cumprod(false, false),
  'Cumprod: exclusive': cumprod(true, false),
  'Cumprod: exclusive, from the end': cumprod(true, true),
  Dilation2D: defined(
    (tf, [x, filter]) =>
      tf
        .engine()
        .runKernel('Dilation2D', { x, filter }, { strides: 1, pad: 'valid', dilations: 1 }),
    ([x, filter]) => windows(x).map((window) => most(window.map((a, i) => a + filter[i]))),
    [IMAGE, [2, 2, 1]],
  ),
  FusedBatchNorm: defined(
    (tf, [x, mean, variance, offset, scale]) =>
      tf
        .engine()
        .runKernel(
          'FusedBatchNorm',
          { x, mean, variance: tf.square(variance), offset, scale },
          { varianceEpsilon: 0.01 },
        ),
    ([x, mean, deviation, offset, scale]) =>
      x.map((a, i) => {
        const c = i % 3;
        return ((a - mean[c]) / Math.sqrt(deviation[c] ** 2 + 0.01)) * scale[c] + offset[c];
      }),
    [[1, 1, 2, 3], [3], [3], [3], [3]],
  ),
  LRN: defined(
    (tf, [x]) =>
      tf.engine().runKernel('LRN', { x }, { depthRadius: 1, bias: 1, alpha: 0.5, beta: 0.7 }),
    ([x]) => {
      const squares = (row: Numbers, i: number) =>
        sum(row.slice(Math.max(i - 1, 0), i + 2).map((b) => b * b));
      return rows(x).flatMap((row) => row.map((a, i) => a / (1 + 0.5 * squares(row, i)) ** 0.7));
    },
    [[1, 1, 2, 3]],
  ),
  'Max: logSumExp': defined(
    (tf, [x]) => tf.logSumExp(x, 1),
    ([x]) => rows(x).map((row) => Math.log(sum(row.map(Math.exp)))),
    [[2, 3]],
    { at: [2, 2, 2, 0, -1, 1] },
  ),
  MaxPool: defined(
    (tf, [x]) => tf.engine().runKernel('MaxPool', { x }, { ...POOL, pad: 'valid' }),
    ([x]) => windows(x).map(most),
    [IMAGE],
  ),
  'MaxPool: nothing positive': defined(
    (tf, [x]) => tf.engine().runKernel('MaxPool', { x }, { ...POOL, pad: 'valid' }),
    ([x]) => windows(x).map(most),
    [IMAGE],
    { at: [-3, -1, -2, -1.4, -2.5, -0.3] },
  ),
  'MaxPool: rounded up': defined(
    (tf, [x]) => tf.engine().runKernel('MaxPool', { x }, ROUNDED_UP),
    ([x]) => [...windows(x), ...windows(x).map((window) => window.slice(2))].map(most),
    [IMAGE],
  ),
  MaxPool3D: defined(
    (tf, [x]) => tf.engine().runKernel('MaxPool3D', { x }, { ...POOL_3D, pad: 'valid' }),
    ([x]) => windows(x).map(most),
    [[1, 1, 2, 3, 1]],
  ),
  'MaxPool3D: no cube': defined(
    (tf, [x]) =>
      tf
        .engine()
        .runKernel('MaxPool3D', { x }, { ...POOL_3D, filterSize: [2, 2, 1], pad: 'valid' }),
    ([x]) => [0, 1, 2].map((j) => most([x[j], x[j + 3], x[j + 6], x[j + 9]])),
    [[1, 2, 2, 3, 1]],
  ),
  'Pow: zeros': defined(
    (tf, [x]) => tf.pow(x, tf.tensor1d([0, 1, 2])),
    ([x]) => x.map((a, i) => a ** (i % 3)),
    [[2, 3]],
    { at: [0, 0, 0, 0.4, -0.3, 0] },
  ),
  Prelu: binary(
    0,
    (tf, x, alpha) => tf.prelu(x, alpha),
    (a, b) => (a < 0 ? a * b : a),
    nonzero,
    // tfjs' wasm backend wants a weight for each channel.
    PAIRS.slice(0, 2),
  ),
  Prod: defined(
    (tf, [x]) => tf.prod(x, 1),
    ([x]) => rows(x).map(product),
    [[2, 3]],
    { at: [0, 2, 3, 0, 0, 5], also: [{ shapes: [[2, 3]], at: [0.5, 2, 2, -1, -1, 3] }] },
  ),
  'Prod: of another length': defined(
    (tf, [x]) => tf.prod(x, 0),
    ([x]) => columns(x).map(product),
    [[2, 3]],
  ),
  Softmax: defined(
    (tf, [x]) => tf.softmax(x),
    ([x]) => rows(x).flatMap(softmax),
    [[2, 3]],
    { at: [2, 2, 2, 0, -1, 1] },
  ),
  TopK: defined(
    (tf, [x]) => tf.topk(x, 2).values,
    ([x]) => rows(x).flatMap((row) => [...row].sort((a, b) => b - a).slice(0, 2)),
    [[2, 3]],
  ),
};

const mapped = <From>(
  table: Record<string, From>,
  make: (kernel: string, from: From, nth: number) => RepairRow,
) =>
  Object.fromEntries(
    Object.entries(table).map(([name, from], nth) => [name, make(kernelOf(name), from, nth)]),
  );

export const kernelOf = (name: string) => name.split(':')[0];

/** Domains in which some kernels of two inputs are smooth. */
const FIRST: Record<string, Domain> = { Mod: nonzero, Pow: positive };

/** The rows of a kernel begin with its name; a remark may follow a colon. */
export const REPAIR_ROWS: Record<string, RepairRow> = {
  ...mapped(UNARY, (kernel, from, nth) => unary(nth, kernel, ...from)),
  ...mapped(CONSTANT, (kernel, from, nth) => constant(nth, kernel, ...from)),
  ...mapped(BINARY, (kernel, f, nth) =>
    binary(nth, (tf, a, b) => tf.engine().runKernel(kernel, { a, b }), f, FIRST[kernel]),
  ),
  ...mapped(CONSTANT_OF_BOTH, (kernel, f, nth) => constantOfBoth(nth, kernel, f)),
  ...mapped(LINEAR, linear),
  ...mapped(MULTILINEAR, multilinear),
  ...DEFINED,
};

/**
 * Rows whose second derivatives are NaN at infinities, with repairGradients() as without. PyTorch's are NaN, too, except for
 * the last two.
 */
const NAN_AT_INFINITIES =
  'Acosh: Infinity; Asinh: infinities; Atan: infinities; Erf: infinities; Reciprocal: infinities; Rsqrt: Infinity';

/** Rows whose derivatives are not right, by repaired gradients: the worst of all cases, of each order. */
export const REPAIRED: Record<string, string> = {
  'right throws': 'Dilation2D; LRN',
  'right wrong': NAN_AT_INFINITIES,
};

/** Rows whose kernel, or one that a gradient runs, is wrong on a backend, or missing there. */
export const WRONG_ON = {
  // It changes its input.
  cpu: 'TensorScatterUpdate; DepthToSpace: channels first',
  wasm:
    'Conv2D; Conv2DBackpropInput; DepthwiseConv2dNative; DepthToSpace: channels first; AvgPool: rounded up; ' +
    'MaxPool: rounded up',
  // FloorDiv rounds its inputs to integers.
  webgl: 'Dilation2D; Elu: Infinity; FloorDiv',
  webgpu: 'Elu: Infinity; Cumprod; Cumprod: exclusive; Cumprod: exclusive, from the end; Cumsum',
};

/** Kernels of which no number could be differentiated, or whose result is not one, and why. */
export const WITHOUT_FLOATS = {
  BitwiseAnd: 'of integers',
  ComplexAbs: 'of complex numbers, which tfjs makes and reads without gradients',
  OneHot: 'of integers',
};

/** A kernel that runs only inside a function with a gradient of its own, and tfjs' gradient for it. */
export const OUT_OF_REACH = 'LogSoftmax';

/** Kernels without a gradient, with repairGradients() as without: differentiating their results throws. */
export const WITHOUT_GRADIENT =
  'BroadcastArgs Complex Dilation2DBackpropFilter Dilation2DBackpropInput Draw EluGrad FFT Fill FlipLeftRight FromPixels ' +
  'FusedConv2D FusedDepthwiseConv2D IFFT Imag LRNGrad LinSpace LogicalXor MaxPool3DGrad MaxPoolGrad MaxPoolWithArgmax ' +
  'Multinomial NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5 RaggedGather RaggedRange RaggedTensorToTensor ' +
  'Range Real ResizeBilinearGrad ResizeNearestNeighborGrad RotateWithOffset SparseFillEmptyRows SparseReshape StaticRegexReplace StringNGrams StringSplit ' +
  'StringToHashBucketFast Transform Unique _FusedMatMul';

/** Kernels of gradients that only repairing can differentiate: they are in the second derivatives above. */
export const OF_GRADIENTS =
  'AvgPool3DGrad AvgPoolGrad Conv2DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInputV2 ' +
  'DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput';
