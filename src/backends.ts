/**
 * The choice of the kernels that serve each backend.
 */
import { backend, engine, env, getBackend, registerKernel, zeros } from '@tensorflow/tfjs-core';
import type {
  BackendValues,
  DataType,
  KernelConfig,
  NamedAttrMap,
  Tensor,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import { kernelConfigs } from '../kernels/contract/backend_kernels.js';
import type { BackendKernels } from '../kernels/contract/backend_kernels.js';
import { mayThrow } from '../kernels/contract/bounds.js';
import { asNumeric } from '../kernels/contract/dtypes.js';
import type { Limits } from '../kernels/contract/dtypes.js';
import { rangesIn } from '../kernels/contract/index_ranges.js';
import type { IndexRange } from '../kernels/contract/index_ranges.js';
import { checkByRanges } from '../kernels/contract/known_values.js';
import { oneOf, show } from '../kernels/contract/messages.js';
import { OPS } from '../kernels/contract/ops.js';
import type { Op } from '../kernels/contract/ops.js';
import { planCall } from '../kernels/contract/plan.js';
import { asHostBackend, findKernel } from '../kernels/contract/tfjs_seam.js';
import { BACKENDS, hostKernels } from '../kernels/index.js';

/** The kernels that each backend got. */
const served = new Map<string, BackendKernels>();

/** Registers the kernels of all backends that have their own. */
export function registerOwnKernels(): void {
  for (const [backendName, { prepare }] of BACKENDS) {
    prepare?.();
    registerKernels(backendName);
  }
}

/**
 * Registers the kernels `GatherElements`, `GatherND`, `ScatterElements` and `ScatterND` for a
 * backend. Kernels that are registered already stay. This package's functions register them
 * themselves, so you need it in three cases only:
 *
 * - before you run these kernels directly, with `tf.engine().runKernel`, on a backend for which the
 *   package has none of its own;
 * - for a cpu, webgl, wasm or webgpu backend that you registered under another name;
 * - for tfjs' own ops on wasm, once the backend is imported: older releases have no kernels
 *   `TensorScatterUpdate` and `SparseToDense` there. `UnsortedSegmentSum`, which none has, is registered
 *   by importing this package.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { registerKernels } from 'tfjs-gather-scatter';
 *
 * registerKernels();
 * const inputs = { data: tf.tensor1d([1, 2, 3]), indices: tf.tensor1d([2, 0], 'int32') };
 * tf.engine().runKernel<tf.Tensor>('GatherElements', inputs, { axis: 0 }).print(); // [3, 1]
 * ```
 *
 * @param backendName The name of a tfjs backend. Default: that of the current backend.
 * @param kind The backend whose kernels it gets: 'cpu', 'webgl', 'wasm' or 'webgpu'. Default: that of its
 *     own name; where there is none, kernels that read the values, compute on the CPU and write the result.
 * @throws An Error if there are no kernels of that kind, or if the backend has those of another kind.
 */
export function registerKernels(backendName = currentBackend(), kind = backendName): void {
  serve(backendName, kind);
  registerAll(served.get(backendName)?.lacking?.(backendName) ?? []);
}

/** Registers the ops' kernels for a backend, once. */
function serve(backendName: string, kind = backendName): void {
  const before = served.get(backendName);
  if (before && kind === backendName) return;
  const kernels = BACKENDS.get(kind) ?? hostKernels;
  if (kind !== backendName && !BACKENDS.has(kind)) {
    throw new Error(
      `registerKernels: kind is ${show(kind)}, expected ${oneOf([...BACKENDS.keys()])}.`,
    );
  }
  if (before) {
    if (kernels === before) return;
    throw new Error(
      `registerKernels: kind is ${show(kind)}, but the backend ${show(backendName)} has kernels ` +
        `already, ${describe(before)}; expected a backend that has none yet.`,
    );
  }
  served.set(backendName, kernels);
  registerAll(kernelConfigs(backendName, kernels));
}

function registerAll(configs: KernelConfig[]): void {
  for (const config of configs) {
    // tfjs warns of a second registration. So the first stays, even that of another copy of this
    // package.
    if (!findKernel(config.kernelName, config.backendName)) registerKernel(config);
  }
}

/**
 * Runs one of the package's kernels on the current backend, and registers them first if need be. The
 * result has the type of data, although a gather's rank may differ.
 */
export function runKernel<T extends Tensor>(
  op: Op,
  inputs: { data: T } & Record<string, Tensor>,
  attrs: NamedAttrMap,
): T {
  serve(currentBackend());
  if (isProfiling()) checkCall(op, inputs, attrs);
  return engine().runKernel<T>(op.kernelName, inputs, attrs);
}

/** Runs a kernel that only some backends have; returns null where the current one lacks it. */
export function runOwnKernel(
  kernelName: string,
  inputs: Record<string, Tensor>,
  attrs: NamedAttrMap,
): Tensor[] | null {
  return hasKernel(kernelName) ? engine().runKernel<Tensor[]>(kernelName, inputs, attrs) : null;
}

/** Whether the current backend has a kernel of this name. */
export function hasKernel(kernelName: string): boolean {
  serve(currentBackend());
  return findKernel(kernelName, getBackend()) !== undefined;
}

/** Makes so many zeros in some shape, as is fastest on the current backend. */
export function makeZeros(size: number): Tensor {
  if (!currentKernels().fillsByGather) return zeros([size]);
  const inputs = { data: zeros([1]), indices: zeros([size, 0], 'int32') };
  return runKernel(OPS.GatherND, inputs, {});
}

/** Whether tfjs records what runs now, to differentiate it. */
export function isTaped(): boolean {
  return engine().state.gradientDepth > 0;
}

/** Returns a tensor's values on the current backend; null where reading would stall a GPU unasked. */
export function knownValues(tensor: TensorInfo): BackendValues | null {
  return currentKernels().knownValues(tensor, asHostBackend(backend()));
}

/** Returns the ranges of indices on the current backend; null where they were never seen. */
export function indexRanges(indices: TensorInfo, width: number): readonly IndexRange[] | null {
  return currentKernels().indexRanges(indices, width, asHostBackend(backend()));
}

/** Returns the range of a tensor's integers, which an op must know; null where there are none. */
export function requiredRange(caller: string, name: string, tensor: Tensor): IndexRange | null {
  const ranges = indexRanges(tensor, 1) ?? rangesIn(readNow(caller, name, tensor), 1);
  return ranges.at(0) ?? null;
}

function readNow(caller: string, name: string, tensor: Tensor): Int32Array {
  if (!currentKernels().neverStalls) return tensor.dataSync<'int32'>();
  throw new Error(
    `${caller}: the values of ${name} are on the GPU only, expected values that the host has seen: ` +
      `backend '${currentBackend()}' cannot read them in the middle of a call. Await ${name}.data() ` +
      'before it, or give values that no op has computed.',
  );
}

/** Whether tfjs' own ops on the current backend may lose NaN and Infinity. */
export function takesForFinite(): boolean {
  return currentKernels().takesForFinite ?? false;
}

/** Returns the numbers of a dtype that tensors of the current backend can hold. */
export function currentLimits(dtype: DataType): Limits {
  return currentKernels().limits(asNumeric(dtype));
}

/**
 * Whether tfjs runs kernels in its profiler. On cpu and wasm the profiler swallows their errors, and
 * leaves an unhandled rejection that ends a process in Node.
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

/** Describes kernels by the backend that they were made for. */
function describe(kernels: BackendKernels): string {
  const own = [...BACKENDS].find(([, others]) => others === kernels);
  return own ? `those of ${show(own[0])}` : 'which compute on the host';
}

function currentKernels(): BackendKernels {
  const backendName = currentBackend();
  serve(backendName);
  return served.get(backendName) ?? hostKernels;
}

/** Returns the current backend's name; makes tfjs choose a backend if it has none. */
function currentBackend(): string {
  if (!getBackend()) backend();
  return getBackend();
}
