/** Values, gradients and Hessian products of losses as PyTorch computes them, and how to run them. */
import type { LossCall, LossUse, TensorData } from './call.js';
import { expectTensor, type Tolerance } from './compare.js';
import type { Driver } from './driver.js';
import { outputsOf } from './table.js';
import { f32, i32 } from './values.js';

interface Shaped {
  shape: number[];
  values: number[];
}

/** F.cross_entropy of PyTorch in float64, in the format of the shared file. The classes are the last axis. */
export interface LossVector {
  logits: Shaped;
  labels: Shaped;
  options: LossUse['options'] & { classWeights?: number[] };
  loss: number[];
  dy: number[];
  gradient: number[];
  direction: number[];
  hessianTimesDirection: number[];
}

/** Moves the last axis to another place. */
function moved({ shape, values }: Shaped, axis: number): TensorData {
  const outer = shape.slice(0, axis).reduce((a, b) => a * b, 1);
  const [classes] = shape.slice(-1);
  const inner = values.length / classes / outer;
  const from = values.map((_, i) => {
    const [row, column] = [Math.floor(i / inner), i % inner];
    return (Math.floor(row / classes) * inner + column) * classes + (row % classes);
  });
  const target = [...shape.slice(0, axis), classes, ...shape.slice(axis, -1)];
  return f32(
    target,
    from.map((i) => values[i]),
  );
}

/** Runs a vector with its classes on an axis. */
export async function expectVector(driver: Driver, each: LossVector, axis: number): Promise<void> {
  const { classWeights, ...options } = each.options;
  const { shape } = each.logits;
  const atAxis = (values: number[]) => moved({ shape, values }, axis);
  const weights = classWeights && { classWeights: f32([classWeights.length], classWeights) };
  const use: LossCall = {
    kind: 'loss',
    op: 'sparseSoftmaxCrossEntropy',
    inputs: {
      logits: atAxis(each.logits.values),
      labels: i32(each.labels.shape, each.labels.values),
      ...weights,
    },
    options: { ...options, axis },
  };
  const resultShape = options.reduction === 'none' ? each.labels.shape : [];
  const dy = f32(resultShape, each.dy);
  const expected = async (call: LossCall, name: string, wanted: TensorData) => {
    const unit = Math.max(...wanted.values.map((value) => Math.abs(Number(value))), 1e-3);
    const tolerance: Tolerance = {
      relative: Math.max(1e-4, driver.precision.rounding),
      unit,
      signOfZero: false,
    };
    expectTensor(call, (await outputsOf(driver, call))[name], wanted, tolerance);
  };
  await expected(use, 'result', f32(resultShape, each.loss));
  const first: LossCall = { ...use, derivative: { kind: 'gradient', dy } };
  await expected(first, 'data', atAxis(each.gradient));
  const vData = atAxis(each.direction);
  const second: LossCall = { ...use, derivative: { kind: 'second', dy, vData } };
  await expected(second, 'data', atAxis(each.hessianTimesDirection));
}

/** A few of the shared file. */
export const LOSS_VECTORS: Record<string, LossVector> = {
  'weights and smoothing': {
    logits: {
      shape: [4, 3],
      values: [
        0.051, 1.841, 6.95, 1.566, -0.42, 2.796, -4.524, 1.515, -4.77, 3.056, -3.481, -4.354,
      ],
    },
    labels: { shape: [4], values: [1, 0, 0, 2] },
    options: { classWeights: [1.03, 0.745, 0.718], labelSmoothing: 0.2 },
    loss: [4.5281638],
    dy: [1.0],
    gradient: [
      -0.0192742, -0.1819738, 0.201248, -0.1917243, -0.0056357, 0.19736, -0.2527153, 0.2657805,
      -0.0130652, 0.1902967, -0.0137939, -0.1765028,
    ],
    direction: [
      -0.301, 0.332, 0.283, -1.318, -0.701, -0.996, 0.349, 0.183, -0.413, 0.422, 1.072, -1.573,
    ],
    hessianTimesDirection: [
      -0.0001265, 6.4e-5, 6.25e-5, -0.0160462, 0.0030189, 0.0130272, 0.0001112, 0.0001993,
      -0.0003106, 5.56e-5, 0.0001976, -0.0002532,
    ],
  },
  'weights and an ignored class': {
    logits: {
      shape: [4, 3],
      values: [
        0.43, 2.641, -0.52, -0.977, -2.541, 2.189, 2.832, 0.683, -2.589, -0.24, -2.389, 2.992,
      ],
    },
    labels: { shape: [4], values: [0, 0, 1, 1] },
    options: { classWeights: [0.605, 0.389, 0.971], ignoreIndex: 1 },
    loss: [2.7841089],
    dy: [1.0],
    gradient: [
      -0.4524334, 0.4340374, 0.018396, -0.4799372, 0.0041991, 0.4757381, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0,
    ],
    direction: [
      -1.166, 1.563, -0.783, 1.482, -1.945, -1.198, -1.641, 0.015, -0.535, 0.37, -0.672, -1.092,
    ],
    hessianTimesDirection: [
      -0.1133544, 0.1501476, -0.0367932, 0.0517367, -0.0035619, -0.0481748, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0,
    ],
  },
  'smoothing and an ignored class': {
    logits: {
      shape: [6, 2],
      values: [
        -0.291, -1.119, 2.427, -1.31, -3.624, -2.788, -0.837, 0.897, 4.251, 1.546, 0.399, -6.812,
      ],
    },
    labels: { shape: [6], values: [0, 1, 0, 0, 1, 0] },
    options: { reduction: 'none', labelSmoothing: 0.3, ignoreIndex: 0 },
    loss: [0.0, 3.1999961, 0.0, 0.0, 2.3639794, 0.0],
    dy: [0.481, -0.49, -0.586, 0.944, -0.18, 0.753],
    gradient: [
      0.0, 0.0, -0.4050972, 0.4050972, 0.0, 0.0, 0.0, 0.0, -0.1417178, 0.1417178, 0.0, 0.0,
    ],
    direction: [
      0.721, 0.003, 2.059, 1.059, -0.267, -0.447, -0.784, -0.486, 1.348, 0.857, 0.45, 0.462,
    ],
    hessianTimesDirection: [
      0.0, 0.0, -0.0111374, 0.0111374, 0.0, 0.0, 0.0, 0.0, -0.0051924, 0.0051924, 0.0, 0.0,
    ],
  },
};
