/**
 * The current backend: runs kernels on it, and asks what it knows and can hold.
 */
import { backend, engine, env, zeros } from '@tensorflow/tfjs-core';
import type {
  BackendValues,
  DataType,
  NamedAttrMap,
  Tensor,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import { readAttributes } from '../kernels/contract/attributes.js';
import { mayThrow } from '../kernels/contract/bounds.js';
import { asNumeric } from '../kernels/contract/dtypes.js';
import type { Limits } from '../kernels/contract/dtypes.js';
import { rangesIn } from '../kernels/contract/index_ranges.js';
import type { IndexRange } from '../kernels/contract/index_ranges.js';
import { checkByRanges } from '../kernels/contract/known_values.js';
import { OPS } from '../kernels/contract/ops.js';
import type { Op } from '../kernels/contract/ops.js';
import { planCall } from '../kernels/contract/plan.js';
import { asHostBackend, findKernel } from '../kernels/contract/tfjs_seam.js';
import { currentBackend, currentKernels, requireKernels } from './serving.js';
import { keepingLittle } from './tape.js';

/**
 * Runs one of the package's kernels on the current backend, and registers them first if need be. The
 * result has the type of data, although a gather's rank may differ.
 */
export function runKernel<T extends Tensor>(
  op: Op,
  inputs: { data: T } & Record<string, Tensor>,
  attrs: NamedAttrMap,
): T {
  if (!currentKernels()) requireKernels(readAttributes(op, attrs).caller);
  if (isProfiling()) checkCall(op, inputs, attrs);
  return keepingLittle(op, inputs, attrs, (attrs) =>
    engine().runKernel<T>(op.kernelName, inputs, attrs),
  );
}

/** Throws for a caller if no kernels are imported for the current backend. */
export function checkServed(caller: string): void {
  requireKernels(caller);
}

/** Returns whether kernels are imported for the current backend. */
export function isServed(): boolean {
  return currentKernels() !== null;
}

/** Runs a kernel that only some backends have; returns null where the current one lacks it. */
export function runOwnKernel(
  kernelName: string,
  inputs: Record<string, Tensor>,
  attrs: NamedAttrMap,
): Tensor[] | null {
  return hasKernel(kernelName) ? engine().runKernel<Tensor[]>(kernelName, inputs, attrs) : null;
}

/** Returns whether the current backend has a kernel of this name. */
export function hasKernel(kernelName: string): boolean {
  currentKernels();
  return findKernel(kernelName, currentBackend()) !== undefined;
}

/** Makes so many zeros in some shape, as is fastest on the current backend. */
export function makeZeros(size: number): Tensor {
  if (!currentKernels()?.fillsByGather) return zeros([size]);
  const inputs = { data: zeros([1]), indices: zeros([size, 0], 'int32') };
  return runKernel(OPS.GatherND, inputs, {});
}

/** Returns a tensor's values on the current backend; null where reading would stall a GPU unasked. */
export function knownValues(tensor: TensorInfo): BackendValues | null {
  return currentKernels()?.knownValues(tensor, asHostBackend(backend())) ?? null;
}

/** Returns the ranges of indices on the current backend; null where they were never seen. */
export function indexRanges(indices: TensorInfo, width: number): readonly IndexRange[] | null {
  return currentKernels()?.indexRanges(indices, width, asHostBackend(backend())) ?? null;
}

/** Returns the ranges of a tensor's integers, which an op must know; none of an empty tensor. */
export function requiredRanges(
  caller: string,
  name: string,
  tensor: Tensor,
  width: number,
): readonly IndexRange[] {
  return indexRanges(tensor, width) ?? rangesIn(readNow(caller, name, tensor), width);
}

function readNow(caller: string, name: string, tensor: Tensor): Int32Array {
  if (!requireKernels(caller).neverStalls) return tensor.dataSync<'int32'>();
  throw new Error(
    `${caller}: the values of ${name} are on the GPU only, expected values that the host has seen: ` +
      `backend '${currentBackend()}' cannot read them in the middle of a call. Await ${name}.data() ` +
      'before it, or give values that no op has computed.',
  );
}

/** Returns whether tfjs' own ops on the current backend may lose NaN and Infinity. */
export function assumesFinite(): boolean {
  return currentKernels()?.assumesFinite ?? false;
}

/** Returns the numbers of a dtype that tensors of the current backend can hold. */
export function currentLimits(dtype: DataType): Limits {
  return requireKernels('tfjs-gather-scatter').limits(asNumeric(dtype));
}

/**
 * Returns whether tfjs runs kernels in its profiler. On cpu and wasm the profiler swallows their errors,
 * and leaves an unhandled rejection that ends a process in Node.
 */
function isProfiling(): boolean {
  return env().getBool('DEBUG') || engine().state.profiling;
}

/** Checks a call as its kernel does, indices included as far as they are known. */
function checkCall(op: Op, inputs: Record<string, Tensor>, attrs: NamedAttrMap): void {
  const plan = planCall(op, inputs, attrs);
  if (!mayThrow(plan)) return;
  const { indices, geometry } = plan;
  const ranges = indexRanges(indices, geometry.indexSizes.length);
  checkByRanges(plan, ranges, () => knownValues(indices));
}
