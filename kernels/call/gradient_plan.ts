/**
 * The kernels `ScatterElementsGrad` and `ScatterNDGrad` and the checks of their calls. They compute the
 * gradients of L = Σ dy · output, where output is a scatter's result.
 *
 * Inputs: `dy`, float32 in data's shape, and `indices`. mul, max and min also need the scatter's `data`,
 * `updates` and `output`; other reductions do not read them.
 *
 * Attributes: the scatter's own, and `gradients`, the list of gradients to compute. The default is
 * `['data', 'updates']`. The result is a list in this order.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { CallError } from './errors.js';
import { isNumeric } from './dtypes.js';
import type { Indexed } from './ends.js';
import { isOneOf, oneOf, show } from './messages.js';
import { gradientKernelName, type Op } from './ops.js';
import { checkDtype, checkUpdates, planEnd, requiredInput } from './plan.js';
import { reductionRow } from './reductions.js';
import { checkShape } from './shapes.js';

/** The inputs of a scatter that have gradients. */
const GRADIENT_NAMES = ['data', 'updates'] as const;

export type GradientName = (typeof GRADIENT_NAMES)[number];

/** The tensors of a scatter's call, of one dtype. */
type ScatterTensors = Record<'data' | 'updates' | 'output', TensorInfo>;

type PlannedEnd = ReturnType<typeof planEnd>;

/** A checked call. `target` is the scatter's, with dy in place of data. */
export interface GradientPlan extends Omit<PlannedEnd, 'end'> {
  target: Indexed;
  /** Null if the gradients depend on dy alone. */
  tensors: ScatterTensors | null;
  wanted: readonly GradientName[];
}

export function planGradients(
  op: Op,
  inputs: NamedTensorInfoMap,
  { gradients = GRADIENT_NAMES, ...attrs }: Record<string, unknown> & NamedAttrMap = {},
): GradientPlan {
  const named = { ...op, name: gradientKernelName(op) };
  const call = planEnd(named, inputs, attrs, 'dy');
  const { attributes, valuesShape, end: target } = call;
  checkDtype('dy', target.tensor.dtype, 'float32');
  const readsValues = reductionRow(attributes.reduction).gradientsReadValues;
  return {
    attributes,
    valuesShape,
    target,
    tensors: readsValues ? scatterTensors(op, call, inputs) : null,
    wanted: readWanted(gradients),
  };
}

function scatterTensors(op: Op, call: PlannedEnd, inputs: NamedTensorInfoMap): ScatterTensors {
  const dy = call.end.tensor;
  const [data, updates, output] = ['data', 'updates', 'output'].map((name) =>
    requiredInput(inputs, name),
  );
  if (!isNumeric(data.dtype)) {
    throw new CallError(`data has dtype ${data.dtype}, expected numbers.`);
  }
  checkDtype('output', output.dtype, data.dtype, ', the dtype of data');
  checkShape('data', data, dy.shape, ', the shape of dy');
  checkShape('output', output, dy.shape, ', the shape of dy');
  checkUpdates(op, call, updates, data);
  return { data, updates, output };
}

function readWanted(gradients: unknown): readonly GradientName[] {
  const names: unknown[] = Array.isArray(gradients) ? gradients : [];
  const wanted = GRADIENT_NAMES.filter((name) => names.includes(name));
  if (wanted.length > 0 && names.every((name) => isOneOf(name, GRADIENT_NAMES))) return wanted;
  throw new CallError(
    `gradients is ${show(gradients)}, expected a list of ${oneOf(GRADIENT_NAMES)}.`,
  );
}

/** Narrows the values that a gradient reads. */
export function required<T>(given: T | null): T {
  if (given !== null) return given;
  throw new Error('The gradient got no values.');
}
