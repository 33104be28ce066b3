/**
 * tfjs' kernels, each with an op that runs it, the same in float64, and whether tfjs' first and second derivatives are
 * right. With `repairGradients()` all of these are. Pages use the table too.
 */
import type * as tfjs from '@tensorflow/tfjs';

type Tf = typeof tfjs;
type Tensor = tfjs.Tensor;
type Verdict = 'right' | 'wrong' | 'throws';
type Backend = 'cpu' | 'wasm' | 'webgl' | 'webgpu';

export interface RepairRow {
  op: (tf: Tf, x: Tensor) => Tensor;
  /** The op on flat numbers. */
  of: (x: number[]) => number[];
  shape: number[];
  at: number[];
  /** What tfjs' own derivatives are: of the first and of the second order. */
  tfjs: `${Verdict} ${Verdict}`;
  /** At a kink, only the first derivative is compared. */
  isKink?: boolean;
  /** Backends whose kernel, or one that a gradient runs, is wrong. */
  wrongOn?: readonly Backend[];
}

const AT = [0.3, -0.7, 1.2, 0.45, -1.1, 0.8];
const POSITIVE = [0.3, 0.7, 1.2, 0.45, 1.1, 0.8];

type Options = Partial<RepairRow>;

const row = (
  op: RepairRow['op'],
  of: RepairRow['of'],
  tfjs: RepairRow['tfjs'] = 'right right',
  options: Options = {},
): RepairRow => ({ op, of, shape: [2, 3], at: AT, tfjs, ...options });

/** An elementwise op. */
const each = (
  op: (tf: Tf, x: Tensor) => Tensor,
  of: (x: number) => number,
  tfjs?: RepairRow['tfjs'],
  options?: Options,
) => row(op, (x) => x.map(of), tfjs, options);

const positive = { at: POSITIVE };
const scale = 1.0507009873554805;
const scaleAlpha = 1.7580993408473768;
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const sum = (x: number[]) => x.reduce((a, b) => a + b, 0);
const product = (x: number[]) => x.reduce((a, b) => a * b, 1);
const rows = (x: number[]) => [x.slice(0, 3), x.slice(3)];
const softmax = (x: number[]) => x.map((a) => Math.exp(a) / sum(x.map(Math.exp)));
const column = (x: number[]) => [0, 1, 2].map((c) => [x[c], x[c + 3]]);
const cumprod = (x: number[]) => x.map((_, i) => product(x.slice(0, i + 1)));

/** A mask that is computed from x, on its own shape or broadcast. */
const mask = (
  of: (tf: Tf, x: Tensor) => Tensor,
  isTrue: (x: number) => boolean,
  tfjs: RepairRow['tfjs'] = 'throws throws',
) =>
  each(
    (tf, x) => tf.where(tf.cast(of(tf, x), 'bool'), tf.square(x), tf.mul(x, 3)),
    (x) => (isTrue(x) ? x * x : 3 * x),
    tfjs,
  );

/** x³ times a number that is constant around x. */
const steps = (
  of: (tf: Tf, x: Tensor) => Tensor,
  number: (x: number) => number,
  tfjs?: RepairRow['tfjs'],
) =>
  each(
    (tf, x) => tf.mul(tf.mul(tf.square(x), x), tf.cast(of(tf, x), 'float32')),
    (x) => x ** 3 * number(x),
    tfjs,
  );

/** The rows of a kernel begin with its name; a remark may follow a colon. */
export const REPAIR_ROWS: Record<string, RepairRow> = {
  Abs: each((tf, x) => tf.abs(x), Math.abs),
  'Abs: at 0': each((tf, x) => tf.abs(x), Math.abs, 'wrong right', {
    at: [0, 0, 1, -1, 0, 2],
    isKink: true,
  }),
  Cos: each((tf, x) => tf.cos(x), Math.cos),
  Sin: each((tf, x) => tf.sin(x), Math.sin),
  Square: each(
    (tf, x) => tf.square(x),
    (x) => x * x,
  ),
  Sqrt: each((tf, x) => tf.sqrt(x), Math.sqrt, 'right right', positive),
  Rsqrt: each(
    (tf, x) => tf.rsqrt(x),
    (x) => x ** -0.5,
    'right right',
    positive,
  ),
  Log: each((tf, x) => tf.log(x), Math.log, 'right right', positive),
  Neg: each(
    (tf, x) => tf.square(tf.neg(x)),
    (x) => x * x,
  ),
  Relu: each(
    (tf, x) => tf.relu(x),
    (x) => Math.max(x, 0),
  ),
  Relu6: each(
    (tf, x) => tf.relu6(tf.mul(x, 6)),
    (x) => Math.min(Math.max(6 * x, 0), 6),
    'right throws',
  ),
  Softplus: each(
    (tf, x) => tf.softplus(x),
    (x) => Math.log1p(Math.exp(x)),
    'right right',
  ),
  Exp: each((tf, x) => tf.exp(x), Math.exp, 'right throws'),
  'Exp: times x': each(
    (tf, x) => tf.mul(x, tf.exp(x)),
    (x) => x * Math.exp(x),
    'right wrong',
  ),
  'Exp: rank 6': each(
    (tf, x) => tf.mul(x, tf.exp(x)),
    (x) => x * Math.exp(x),
    'right wrong',
    { shape: [1, 2, 1, 3, 1, 1] },
  ),
  Tanh: each(
    (tf, x) => tf.mul(x, tf.tanh(x)),
    (x) => x * Math.tanh(x),
    'right wrong',
  ),
  Sigmoid: each(
    (tf, x) => tf.mul(x, tf.sigmoid(x)),
    (x) => x * sigmoid(x),
    'right wrong',
  ),
  Elu: each(
    (tf, x) => tf.mul(x, tf.elu(x)),
    (x) => x * (x < 0 ? Math.expm1(x) : x),
    'right throws',
  ),
  Selu: each(
    (tf, x) => tf.selu(x),
    (x) => (x < 0 ? scaleAlpha * Math.expm1(x) : scale * x),
    'right throws',
  ),
  LeakyRelu: each(
    (tf, x) => tf.mul(x, tf.leakyRelu(x)),
    (x) => x * (x < 0 ? 0.2 * x : x),
    'right throws',
  ),
  Prelu: each(
    (tf, x) => tf.mul(x, tf.prelu(x, tf.scalar(0.3))),
    (x) => x * (x < 0 ? 0.3 * x : x),
    'right throws',
  ),
  ClipByValue: each(
    (tf, x) => tf.mul(x, tf.clipByValue(x, 0, 1)),
    (x) => x * Math.min(Math.max(x, 0), 1),
    'right throws',
  ),
  Maximum: each(
    (tf, x) => tf.mul(x, tf.maximum(x, 0.5)),
    (x) => x * Math.max(x, 0.5),
  ),
  Minimum: row(
    (tf, x) => tf.mul(x, tf.minimum(x, tf.tensor2d([[0.1], [0.5]]))),
    (x) => x.map((a, i) => a * Math.min(a, i < 3 ? 0.1 : 0.5)),
    'right throws',
  ),
  Pow: each(
    (tf, x) => tf.pow(x, 3),
    (x) => x ** 3,
  ),
  'Pow: of both': each(
    (tf, x) => tf.pow(x, x),
    (x) => x ** x,
    'right throws',
    positive,
  ),
  Softmax: row(
    (tf, x) => tf.mul(x, tf.softmax(x)),
    (x) => rows(x).flatMap((r) => softmax(r).map((p, i) => p * r[i])),
    'right wrong',
  ),
  Max: row(
    (tf, x) => tf.square(tf.max(x, 1)),
    (x) => rows(x).map((r) => Math.max(...r) ** 2),
    'right throws',
  ),
  'Max: ties': row(
    (tf, x) => tf.max(x, 0),
    (x) => column(x).map((c) => Math.max(...c)),
    'wrong right',
    { at: [2, 1, 0, 2, 3, 0], isKink: true },
  ),
  'Max: all': row(
    (tf, x) => tf.square(tf.max(x)),
    (x) => [Math.max(...x) ** 2],
    'right throws',
  ),
  'Max: rank 4, two axes': row(
    (tf, x) => tf.square(tf.max(x, [1, 3], true)),
    (x) => column(x).map((c) => Math.max(...c) ** 2),
    'right throws',
    { shape: [1, 2, 3, 1] },
  ),
  'Max: -Infinity beside': row(
    (tf, x) => tf.square(tf.max(tf.concat([x, tf.fill([2, 1], -Infinity)], 1), 1)),
    (x) => rows(x).map((r) => Math.max(...r) ** 2),
    'right throws',
  ),
  Min: row(
    (tf, x) => tf.square(tf.min(x, -1)),
    (x) => rows(x).map((r) => Math.min(...r) ** 2),
    'right throws',
  ),
  'Min: ties': row(
    (tf, x) => tf.min(x, 0),
    (x) => column(x).map((c) => Math.min(...c)),
    'wrong right',
    { at: [2, 1, 0, 2, 3, 0], isKink: true },
  ),
  'Max: logSumExp': row(
    (tf, x) => tf.logSumExp(x, 1),
    (x) => rows(x).map((r) => Math.log(sum(r.map(Math.exp)))),
    'right throws',
  ),
  Prod: row(
    (tf, x) => tf.prod(x, 1),
    (x) => rows(x).map(product),
    'right throws',
  ),
  'Prod: zeros': row(
    (tf, x) => tf.prod(x, 1),
    (x) => rows(x).map(product),
    'right throws',
    { at: [0, 2, 3, 0, 0, 5] },
  ),
  Sum: row(
    (tf, x) => tf.square(tf.sum(x, 1)),
    (x) => rows(x).map((r) => sum(r) ** 2),
  ),
  Mean: row(
    (tf, x) => tf.square(tf.mean(x, 1)),
    (x) => rows(x).map((r) => (sum(r) / 3) ** 2),
  ),
  Cumprod: row(
    (tf, x) => tf.cumprod(x, 1),
    (x) => rows(x).flatMap(cumprod),
    'throws throws',
    { at: [0, 2, 3, -1, 0.5, 2], wrongOn: ['webgpu'] },
  ),
  'Cumprod: exclusive, from the end': row(
    (tf, x) => tf.cumprod(x, 1, true, true),
    (x) => rows(x).flatMap(([, b, c]) => [b * c, c, 1]),
    'throws throws',
    { at: [0.5, 0, 3, -1, 0.5, 2], wrongOn: ['webgpu'] },
  ),
  Cumsum: row(
    (tf, x) => tf.square(tf.cumsum(x, 1)),
    (x) => rows(x).flatMap((r) => r.map((_, i) => sum(r.slice(0, i + 1)) ** 2)),
    'right right',
    { wrongOn: ['webgpu'] },
  ),
  Diag: row(
    (tf, x) => tf.square(tf.diag(x)),
    (x) => x.flatMap((a, i) => x.map((_, j) => (i === j ? a * a : 0))),
    'throws throws',
    { shape: [6] },
  ),
  DepthToSpace: row(
    (tf, x) =>
      tf.square(
        tf.depthToSpace(tf.reshape<tfjs.Rank.R4>(tf.concat([x, tf.mul(x, 2)], 0), [1, 1, 3, 4]), 2),
      ),
    (x) => {
      const deep = [...x, ...x.map((a) => 2 * a)];
      const rowOf = (h: number) =>
        [0, 1, 2].flatMap((w) => [deep[w * 4 + 2 * h], deep[w * 4 + 2 * h + 1]]);
      return [...rowOf(0), ...rowOf(1)].map((a) => a * a);
    },
    'throws throws',
  ),
  Einsum: row(
    (tf, x) => tf.einsum('ij,kj->ik', x, tf.square(x)),
    (x) => rows(x).flatMap((a) => rows(x).map((b) => sum(a.map((p, i) => p * b[i] ** 2)))),
    'throws throws',
  ),
  'Einsum: to a scalar': row(
    (tf, x) => tf.einsum('ij,ij->', x, x),
    (x) => [sum(x.map((a) => a * a))],
    'throws throws',
  ),
  'Einsum: one operand': row(
    (tf, x) => tf.square(tf.einsum('ij->j', x)),
    (x) => column(x).map((c) => sum(c) ** 2),
    'throws throws',
  ),
  GatherV2: row(
    (tf, x) => tf.mul(x, tf.gather(tf.reshape(x, [-1]), tf.argMax(x, 1)).expandDims(1)),
    (x) => rows(x).flatMap((r) => r.map((a) => a * x[r.indexOf(Math.max(...r))])),
    'throws throws',
  ),
  'ArgMax: a mask': row(
    (tf, x) => tf.mul(tf.square(x), tf.cast(tf.oneHot(tf.argMax(x, 1), 3), 'float32')),
    (x) => rows(x).flatMap((r) => r.map((a) => (a === Math.max(...r) ? a * a : 0))),
    'right right',
  ),
  Greater: mask(
    (tf, x) => tf.greater(x, 0.1),
    (x) => x > 0.1,
  ),
  'Greater: broadcasting': mask(
    (tf, x) => tf.logicalAnd(tf.greater(x, tf.tensor1d([0.1])), tf.less(0, 1)),
    (x) => x > 0.1,
  ),
  GreaterEqual: mask(
    (tf, x) => tf.greaterEqual(x, 0.1),
    (x) => x > 0.1,
    'right throws',
  ),
  Less: mask(
    (tf, x) => tf.less(x, 0.1),
    (x) => x < 0.1,
  ),
  LessEqual: mask(
    (tf, x) => tf.lessEqual(x, 0.1),
    (x) => x < 0.1,
  ),
  Equal: mask(
    (tf, x) => tf.equal(x, 0.1),
    () => false,
  ),
  NotEqual: mask(
    (tf, x) => tf.notEqual(x, 0.1),
    () => true,
  ),
  LogicalAnd: mask(
    (tf, x) => tf.logicalAnd(tf.greater(x, 0), tf.less(x, 1)),
    (x) => x > 0 && x < 1,
  ),
  LogicalOr: mask(
    (tf, x) => tf.logicalOr(tf.greater(x, 1), tf.less(x, 0)),
    (x) => x > 1 || x < 0,
  ),
  LogicalNot: mask(
    (tf, x) => tf.logicalNot(tf.greater(x, 0)),
    (x) => x < 0,
  ),
  Floor: steps((tf, x) => tf.floor(x), Math.floor),
  Ceil: steps((tf, x) => tf.ceil(x), Math.ceil),
  Round: steps(
    (tf, x) => tf.round(tf.mul(x, 3)),
    (x) => Math.round(3 * x),
  ),
  Sign: steps((tf, x) => tf.sign(x), Math.sign),
  Step: steps(
    (tf, x) => tf.step(x),
    (x) => Number(x > 0),
  ),
  'Cast: to int32': steps(
    (tf, x) => tf.cast(tf.mul(x, 3), 'int32'),
    (x) => Math.trunc(3 * x),
    'wrong wrong',
  ),
  ArgMin: row(
    (tf, x) => tf.mul(x, tf.gather(tf.reshape(x, [-1]), tf.argMin(x, 1)).expandDims(1)),
    (x) => rows(x).flatMap((r) => r.map((a) => a * x[r.indexOf(Math.min(...r))])),
    'throws throws',
  ),
  FloorDiv: {
    ...steps(
      (tf, x) => tf.floorDiv(x, tf.scalar(0.37)),
      (x) => Math.floor(x / 0.37),
      'wrong wrong',
    ),
    // It rounds its inputs to integers.
    wrongOn: ['webgl'],
  },
  IsNan: mask(
    (tf, x) => tf.isNaN(x),
    () => false,
    'right throws',
  ),
  IsInf: mask(
    (tf, x) => tf.isInf(x),
    () => false,
    'right throws',
  ),
  IsFinite: mask(
    (tf, x) => tf.isFinite(x),
    () => true,
    'right throws',
  ),
  All: mask(
    (tf, x) => tf.all(tf.greater(x, 0), 1, true),
    () => false,
  ),
  Any: mask(
    (tf, x) => tf.any(tf.greater(x, 0), 1, true),
    () => true,
  ),
  SearchSorted: steps(
    (tf, x) =>
      tf.searchSorted(
        tf.tensor2d([
          [-1, 0, 1],
          [-1, 0, 1],
        ]),
        x,
      ),
    (x) => [-1, 0, 1].filter((edge) => edge < x).length,
    'throws throws',
  ),
  Cast: steps(
    (tf, x) => tf.cast(tf.greater(x, 0), 'float32'),
    (x) => Number(x > 0),
    'throws throws',
  ),
  Acos: each(
    (tf, x) => tf.acos(tf.mul(x, 0.5)),
    (x) => Math.acos(x * 0.5),
  ),
  Asin: each(
    (tf, x) => tf.asin(tf.mul(x, 0.5)),
    (x) => Math.asin(x * 0.5),
  ),
  Atan: each(
    (tf, x) => tf.atan(tf.mul(x, 1)),
    (x) => Math.atan(x * 1),
  ),
  Atanh: each(
    (tf, x) => tf.atanh(tf.mul(x, 0.5)),
    (x) => Math.atanh(x * 0.5),
  ),
  Asinh: each(
    (tf, x) => tf.asinh(tf.mul(x, 1)),
    (x) => Math.asinh(x * 1),
  ),
  Cosh: each(
    (tf, x) => tf.cosh(tf.mul(x, 1)),
    (x) => Math.cosh(x * 1),
  ),
  Sinh: each(
    (tf, x) => tf.sinh(tf.mul(x, 1)),
    (x) => Math.sinh(x * 1),
  ),
  Tan: each(
    (tf, x) => tf.tan(tf.mul(x, 1)),
    (x) => Math.tan(x * 1),
  ),
  Expm1: each(
    (tf, x) => tf.expm1(tf.mul(x, 1)),
    (x) => Math.expm1(x * 1),
  ),
  Acosh: each(
    (tf, x) => tf.acosh(tf.add(x, 3)),
    (x) => Math.acosh(x + 3),
  ),
  Log1p: each((tf, x) => tf.log1p(x), Math.log1p, 'right right', positive),
  Reciprocal: each(
    (tf, x) => tf.reciprocal(x),
    (x) => 1 / x,
  ),
  Add: each(
    (tf, x) => tf.square(tf.add(x, tf.scalar(2))),
    (x) => (x + 2) ** 2,
  ),
  AddN: each(
    (tf, x) => tf.square(tf.addN([x, x])),
    (x) => 4 * x * x,
  ),
  Sub: each(
    (tf, x) => tf.square(tf.sub(2, x)),
    (x) => (2 - x) ** 2,
  ),
  Multiply: each(
    (tf, x) => tf.mul(x, tf.mul(x, x)),
    (x) => x ** 3,
  ),
  RealDiv: row(
    (tf, x) => tf.div(1, tf.mul(x, tf.tensor2d([[1], [2]]))),
    (x) => x.map((a, i) => 1 / a / (i < 3 ? 1 : 2)),
  ),
  SquaredDifference: each(
    (tf, x) => tf.squaredDifference(x, tf.mul(x, x)),
    (x) => (x - x * x) ** 2,
  ),
  Atan2: each(
    (tf, x) => tf.atan2(x, tf.add(x, 3)),
    (x) => Math.atan2(x, x + 3),
  ),
  BatchMatMul: row(
    (tf, x) => tf.matMul(x, tf.square(x), false, true),
    (x) => rows(x).flatMap((a) => rows(x).map((b) => sum(a.map((p, i) => p * b[i] ** 2)))),
  ),
  Transpose: row(
    (tf, x) => tf.square(tf.transpose(x)),
    (x) =>
      column(x)
        .flat()
        .map((a) => a * a),
  ),
  Reshape: each(
    (tf, x) => tf.square(tf.reshape(x, [3, 2])),
    (x) => x * x,
  ),
  Concat: row(
    (tf, x) => tf.concat([x, tf.square(x)], 0),
    (x) => [...x, ...x.map((a) => a * a)],
  ),
  Slice: row(
    (tf, x) => tf.square(tf.slice(x, [1, 0], [1, 3])),
    (x) => x.slice(3).map((a) => a * a),
  ),
  Reverse: row(
    (tf, x) => tf.square(tf.reverse(x, 1)),
    (x) =>
      rows(x)
        .flatMap((r) => r.reverse())
        .map((a) => a * a),
  ),
};

/** Kernels with gradients in tfjs that this table does not compare. Repairing leaves these gradients alone. */
export const NOT_COMPARED =
  'AvgPool AvgPool3D BatchToSpaceND BroadcastTo ComplexAbs Conv2D Conv2DBackpropInput Conv3D DepthwiseConv2dNative ' +
  'Dilation2D Erf ExpandDims FusedBatchNorm Identity LRN MaxPool MaxPool3D MirrorPad Mod OneHot OnesLike Pack PadV2 ' +
  'ResizeBilinear ResizeNearestNeighbor Select SpaceToBatchND SplitV Tile Unpack ZerosLike';

/** Kernels that repairing gives a gradient, but that only run for integers, for other gradients, or for gathers. */
export const REPAIRED_BESIDES = 'BitwiseAnd EluGrad Unique UnsortedSegmentSum';

/** A kernel that runs only inside a function with a gradient of its own, and tfjs' gradient for it. */
export const OUT_OF_REACH = 'LogSoftmax';

/** Kernels whose gradient this package registers. */
export const OF_THE_PACKAGE =
  'Bincount CropAndResize DenseBincount GatherNd ScatterNd SparseSegmentMean SparseSegmentSum SparseToDense StridedSlice ' +
  'TensorScatterUpdate TopK';

/** Kernels without a gradient: differentiating their results throws. */
export const WITHOUT_GRADIENT =
  'AvgPool3DGrad AvgPoolGrad BroadcastArgs Complex Conv2DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInputV2 ' +
  'DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput Dilation2DBackpropFilter ' +
  'Dilation2DBackpropInput Draw FFT Fill FlipLeftRight FromPixels FusedConv2D FusedDepthwiseConv2D IFFT Imag LRNGrad ' +
  'LinSpace LogicalXor MaxPool3DGrad MaxPoolGrad MaxPoolWithArgmax Multinomial NonMaxSuppressionV3 NonMaxSuppressionV4 ' +
  'NonMaxSuppressionV5 RaggedGather RaggedRange RaggedTensorToTensor Range Real ResizeBilinearGrad ' +
  'ResizeNearestNeighborGrad RotateWithOffset SparseFillEmptyRows SparseReshape StaticRegexReplace StringNGrams ' +
  'StringSplit StringToHashBucketFast Transform _FusedMatMul';
