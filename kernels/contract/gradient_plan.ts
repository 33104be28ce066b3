/**
 * The kernels `ScatterElementsGrad` and `ScatterNDGrad`, and the check of their calls. They compute the
 * gradients of L = Σ dy · output for a scatter's output.
 *
 * Inputs: `dy`, float32 in data's shape, and `indices`. For mul, max and min also the scatter's `data`,
 * `updates` and `output`; for the others these are not read and may be left out.
 *
 * Attributes: those of the scatter, and `gradients`, which lists the wanted ones. Default:
 * `['data', 'updates']`. The result is a list of them, in this order.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { isNumeric } from './dtypes.js';
import { isOneOf, oneOf, show } from './messages.js';
import { gradientKernelName } from './ops.js';
import type { Op } from './ops.js';
import { checkDtype, checkUpdates, planSites, requiredInput } from './plan.js';
import type { PlannedCall } from './plan.js';
import { reductionRow } from './reductions.js';
import { shapesFit } from './shapes.js';

/** The inputs of a scatter that have gradients. */
const GRADIENT_NAMES = ['data', 'updates'] as const;

export type GradientName = (typeof GRADIENT_NAMES)[number];

/** The tensors of a scatter's call, of one dtype. */
export type ScatterTensors = Record<'data' | 'updates' | 'output', TensorInfo>;

/** A call that was checked. It says which indices are in bounds as the scatter's own plan does. */
export interface GradientPlan extends Omit<PlannedCall, 'data'> {
  dy: TensorInfo;
  /** Null where the gradients depend on dy alone. */
  tensors: ScatterTensors | null;
  wanted: readonly GradientName[];
}

/** Checks a call of the kernel that computes a scatter's gradients. */
export function planGradients(
  op: Op,
  inputs: NamedTensorInfoMap,
  { gradients = GRADIENT_NAMES, ...attrs }: Record<string, unknown> & NamedAttrMap = {},
): GradientPlan {
  const named = { ...op, name: gradientKernelName(op) };
  const call = planSites(named, inputs, attrs, 'dy');
  const { attributes, data: dy } = call;
  checkDtype(attributes.caller, 'dy', dy.dtype, 'float32');
  const readsValues = reductionRow(attributes.reduction).gradientsReadValues;
  return {
    ...call,
    dy,
    tensors: readsValues ? scatterTensors(op, call, inputs) : null,
    wanted: readWanted(attributes.caller, gradients),
  };
}

/** Reads and checks the tensors of the scatter's call. */
function scatterTensors(op: Op, call: PlannedCall, inputs: NamedTensorInfoMap): ScatterTensors {
  const { caller } = call.attributes;
  const dy = call.data;
  const [data, updates, output] = ['data', 'updates', 'output'].map((name) =>
    requiredInput(caller, inputs, name),
  );
  if (!isNumeric(data.dtype)) {
    throw new Error(`${caller}: data has dtype ${data.dtype}, expected numbers.`);
  }
  checkDtype(caller, 'output', output.dtype, data.dtype, ', the dtype of data');
  for (const [name, { shape }] of Object.entries({ data, output })) {
    if (shapesFit(shape, dy.shape)) continue;
    throw new Error(
      `${caller}: ${name} has shape ${show(shape)}, expected ${show(dy.shape)}, the shape of dy.`,
    );
  }
  checkUpdates(op, call, data, updates);
  return { data, updates, output };
}

function readWanted(caller: string, gradients: unknown): readonly GradientName[] {
  const names: unknown[] = Array.isArray(gradients) ? gradients : [];
  const wanted = GRADIENT_NAMES.filter((name) => names.includes(name));
  if (wanted.length > 0 && names.every((name) => isOneOf(name, GRADIENT_NAMES))) return wanted;
  throw new Error(
    `${caller}: gradients is ${show(gradients)}, expected a list of ${oneOf(GRADIENT_NAMES)}.`,
  );
}

/** Returns what a gradient that reads the values of its scatter has been given: these are kept for it. */
export function kept<T>(given: T | null): T {
  if (given !== null) return given;
  throw new Error("A gradient that reads its scatter's values got none.");
}
