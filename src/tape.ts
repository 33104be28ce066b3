/**
 * Which tensors of a call tfjs' tape keeps for the gradient. Most gradients read only the indices. Any
 * other tensor on the tape costs memory during a training step, and a copy on wasm.
 */
import type { GradConfig, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { asGradFunc, engine, type SingleGradFunc } from '../kernels/contract/tfjs_seam.js';
import { readAttributes } from '../kernels/contract/attributes.js';
import { isNumeric } from '../kernels/contract/dtypes.js';
import type { Op } from '../kernels/contract/ops.js';
import { reductionRow } from '../kernels/contract/reductions.js';

type Inputs = { data: Tensor } & Record<string, Tensor>;

/** The shape of data for calls that keep only their indices on the tape, by the calls' attributes. */
const dataShapes = new WeakMap<NamedAttrMap, number[]>();

/** The inputs of the running call that the tape keeps, and whether it keeps the output. */
interface Saved {
  inputs: string[];
  output: boolean;
}

/**
 * Null if the running call keeps what its gradient reads by default. tfjs never tapes calls inside kernels.
 */
let saved: Saved | null = null;

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

/** Runs a call of an op. The tape keeps only its indices if the gradient reads nothing else. */
export function runTaped(op: Op, inputs: Inputs, attrs: NamedAttrMap): Tensor {
  if (!isTaped() || readsValues(op, inputs, attrs)) {
    return engine().runKernel(op.kernelName, inputs, attrs);
  }
  const own = { ...attrs };
  dataShapes.set(own, inputs.data.shape);
  return runSaving(op.kernelName, inputs, own, { inputs: ['indices'], output: false });
}

/** Runs a kernel, and chooses what the tape keeps of the call. */
export function runSaving(
  kernelName: string,
  inputs: Record<string, Tensor>,
  attrs: NamedAttrMap,
  chosen: Saved,
): Tensor {
  saved = chosen;
  try {
    return engine().runKernel(kernelName, inputs, attrs);
  } finally {
    saved = null;
  }
}

/** Makes the gradient of a kernel. `byDefault` is what the tape keeps unless a call chooses. */
export function tapedGradient(
  kernelName: string,
  byDefault: Saved,
  gradient: SingleGradFunc,
): GradConfig {
  return {
    kernelName,
    // tfjs reads these after each call.
    get inputsToSave() {
      return (saved ?? byDefault).inputs;
    },
    get outputsToSave() {
      return [(saved ?? byDefault).output];
    },
    gradFunc: asGradFunc(gradient),
  };
}

/** Returns whether the gradient of a call reads more than its indices and the shape of data. */
function readsValues(op: Op, { data, updates }: Inputs, attrs: NamedAttrMap): boolean {
  // Other dtypes have no gradient, which is reported when one is requested.
  if (!isNumeric(data.dtype)) return true;
  if (!op.scatters) return false;
  // A single update may have any shape. With more, their shape follows from the shapes of data and indices.
  return (
    updates.size < 2 ||
    reductionRow(readAttributes(op, attrs).reduction).gradientsReadValues === true
  );
}

/** Returns the shape of data if the tape kept only the indices of a call, else undefined. */
export function savedDataShape(attrs: NamedAttrMap): number[] | undefined {
  return dataShapes.get(attrs);
}
