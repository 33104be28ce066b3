/**
 * tfjs' tape, which records what is to be differentiated, and what it keeps of a call until then.
 *
 * Most gradients read no values but the indices. All else that the tape keeps is memory that a training
 * step holds, and copies on wasm.
 */
import { engine } from '@tensorflow/tfjs-core';
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { readAttributes } from '../kernels/contract/attributes.js';
import { isNumeric } from '../kernels/contract/dtypes.js';
import { inputNames } from '../kernels/contract/ops.js';
import type { Op } from '../kernels/contract/ops.js';
import { reductionRow } from '../kernels/contract/reductions.js';

type Inputs = { data: Tensor } & Record<string, Tensor>;

/** The shapes of data in calls whose indices alone are kept, by the attributes that the tape holds. */
const dataShapes = new WeakMap<NamedAttrMap, number[]>();

/** Whether the call that runs needs its indices only. Calls that a kernel makes itself are on no tape. */
let needsIndicesOnly = false;

/** Returns whether tfjs records what runs now, to differentiate it. */
export function isTaped(): boolean {
  return engine().state.gradientDepth > 0;
}

/**
 * Returns the tensors from which the ops on the tape computed another one. It leaves out those that an
 * op made on the way; null where no op on the tape made the tensor.
 */
export function sourcesOf(tensor: Tensor): Tensor[] | null {
  const { activeTape } = engine().state;
  const sources = new Map([[tensor.id, tensor]]);
  for (const { inputs, outputs } of [...activeTape].reverse()) {
    // An op comes before those that read its outputs.
    const leads = outputs.filter(({ id }) => sources.delete(id)).length > 0;
    if (leads) for (const input of Object.values(inputs)) sources.set(input.id, input);
  }
  return sources.has(tensor.id) ? null : [...sources.values()];
}

/** Runs a call by `run`, and has the tape keep no more of it than its gradient reads. */
export function keepingLittle<T>(
  op: Op,
  inputs: Inputs,
  attrs: NamedAttrMap,
  run: (attrs: NamedAttrMap) => T,
): T {
  if (!isTaped() || readsValues(op, inputs, attrs)) return run(attrs);
  const own = { ...attrs };
  dataShapes.set(own, inputs.data.shape);
  needsIndicesOnly = true;
  try {
    return run(own);
  } finally {
    needsIndicesOnly = false;
  }
}

/** Returns whether the gradient of a call reads more than its indices and the shape of data. */
function readsValues(op: Op, { data, updates }: Inputs, attrs: NamedAttrMap): boolean {
  // Other dtypes are told when their gradient is asked for.
  if (!isNumeric(data.dtype)) return true;
  if (!op.scatters) return false;
  // The shape of one value is free; that of several follows from the shapes of data and indices.
  return (
    updates.size < 2 ||
    reductionRow(readAttributes(op, attrs).reduction).gradientsReadValues === true
  );
}

/** The names of the inputs that the tape is to keep of the call that tfjs runs. */
export function keptInputs(op: Op): string[] {
  return needsIndicesOnly ? ['indices'] : inputNames(op);
}

/** Returns whether the tape is to keep the output of the call that tfjs runs. */
export function keepsOutput({ scatters }: Op): boolean {
  return scatters && !needsIndicesOnly;
}

/** Returns the shape of data in a call of which the tape kept the indices only, else undefined. */
export function keptDataShape(attrs: NamedAttrMap): number[] | undefined {
  return dataShapes.get(attrs);
}
