/**
 * Which tensors of a call tfjs' tape keeps for the gradient. Most gradients read only the indices. Any
 * other tensor on the tape costs memory during a training step, and a copy on wasm.
 */
import { engine } from '@tensorflow/tfjs-core';
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { readAttributes } from '../kernels/contract/attributes.js';
import { isNumeric } from '../kernels/contract/dtypes.js';
import { inputNames } from '../kernels/contract/ops.js';
import type { Op } from '../kernels/contract/ops.js';
import { reductionRow } from '../kernels/contract/reductions.js';

type Inputs = { data: Tensor } & Record<string, Tensor>;

/** The shape of data in calls of which the tape keeps only the indices, by their attributes. */
const dataShapes = new WeakMap<NamedAttrMap, number[]>();

/** Whether the gradient of the running call needs only the indices. Kernels' own calls are never taped. */
let needsIndicesOnly = false;

/** Returns whether tfjs is recording ops to differentiate them. */
export function isTaped(): boolean {
  return engine().state.gradientDepth > 0;
}

/**
 * Returns the tensors from which the ops on the tape computed this one, leaving out intermediate
 * results; null if no op on the tape computed it.
 */
export function sourcesOf(tensor: Tensor): Tensor[] | null {
  const { activeTape } = engine().state;
  const sources = new Map([[tensor.id, tensor]]);
  for (const { inputs, outputs } of [...activeTape].reverse()) {
    // The tape is in order of execution: an op precedes the ops that read its outputs.
    const leads = outputs.filter(({ id }) => sources.delete(id)).length > 0;
    if (leads) for (const input of Object.values(inputs)) sources.set(input.id, input);
  }
  return sources.has(tensor.id) ? null : [...sources.values()];
}

/** Runs a call, and has the tape keep only the indices if its gradient reads nothing else. */
export function saveOnlyIndices<T>(
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
  // Other dtypes have no gradient, which is reported when one is requested.
  if (!isNumeric(data.dtype)) return true;
  if (!op.scatters) return false;
  // A single update may have any shape. With more, their shape follows from those of data and indices.
  return (
    updates.size < 2 ||
    reductionRow(readAttributes(op, attrs).reduction).gradientsReadValues === true
  );
}

/** Returns the names of the inputs of the running call that the tape should keep. */
export function keptInputs(op: Op): string[] {
  return needsIndicesOnly ? ['indices'] : inputNames(op);
}

/** Returns whether the tape should keep the output of the running call. */
export function keepsOutput({ scatters }: Op): boolean {
  return scatters && !needsIndicesOnly;
}

/** Returns the shape of data if the tape kept only the indices of a call, else undefined. */
export function keptDataShape(attrs: NamedAttrMap): number[] | undefined {
  return dataShapes.get(attrs);
}
