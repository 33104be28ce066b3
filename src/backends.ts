/** The current backend: runs kernels on it, and says which values it knows and can hold. */
import type {
  BackendValues,
  DataType,
  NamedAttrMap,
  Tensor,
  TensorContainer,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import type { BackendKernels } from '../kernels/registry/backend_kernels.js';
import {
  checkRanges,
  type IndexBounds,
  type IndexRange,
  mayThrow,
} from '../kernels/call/bounds.js';
import { asNumeric, isNumeric, type Limits } from '../kernels/call/dtypes.js';
import { named } from '../kernels/call/errors.js';
import { checkRequestedSize } from '../kernels/call/shapes.js';
import { readAttributes } from '../kernels/call/attributes.js';
import { REDUCTION_ROWS } from '../kernels/call/reductions.js';
import { COMBINE, type Op } from '../kernels/call/ops.js';
import { planCall } from '../kernels/call/plan.js';
import { ensureKernels, noKernels } from '../kernels/registry/served.js';
import {
  backend,
  engine,
  env,
  fill,
  findKernel,
  getBackend,
  gradientOf,
  ones,
  tidy,
} from '../kernels/tfjs/seam.js';
import { isTaped, withFlatInputs, withGradient } from './tape.js';

/**
 * Runs an op on the current backend, which has its kernels: the public function has made sure. The op starts from data, or
 * from the number `start` in a tensor of `shape` and `dtype`. Inputs are in the order of the op's arguments. The tape keeps
 * only the indices if the gradient reads nothing else.
 */
export function runKernel(op: Op, inputs: Record<string, Tensor>, attrs: NamedAttrMap): Tensor {
  const startsFromData = 'data' in inputs;
  const ofStart: { shape?: number[]; dtype?: DataType } = startsFromData ? inputs.data : attrs;
  const { shape: dataShape = [], dtype = 'float32' } = ofStart;
  const how = { op: op.kernelName, ...attrs };
  const run = () => engine().runKernel<Tensor>(COMBINE, inputs, how);
  // On cpu and wasm, tfjs' profiler swallows a kernel's errors and leaves an unhandled rejection, which ends a Node
  // process. So the kernel's check runs here as well, and that of indices which the host can read.
  const isProfiling = env().getBool('DEBUG') || engine().state.profiling;
  if (isProfiling) {
    const plan = planCall(op, inputs, how);
    checkKnown(plan.target ?? plan.read.end);
  }
  if (!isTaped()) return run();
  // Other dtypes have no gradient, which is reported when one is requested.
  const keepsAll =
    !isNumeric(dtype) ||
    (op.scatters && REDUCTION_ROWS[readAttributes(attrs).reduction].gradientsReadValues);
  const kept = keepsAll ? [...Object.keys(inputs), 'y'] : ['indices'];
  const ofShape = keepsAll && startsFromData ? attrs : { ...attrs, dataShape };
  const gradient = (dy: Tensor, saved: Record<string, Tensor>) =>
    gradientOf(op.gradientName)(dy, Object.values(saved), ofShape);
  return (keepsAll ? withFlatInputs : withGradient)(inputs, kept, run, gradient);
}

/** Returns the current backend's kernels, registering them first if necessary; throws if none are imported. */
export function requireKernels(): BackendKernels {
  const backendName = currentBackend();
  const kernels = ensureKernels(backendName);
  if (kernels) return kernels;
  throw noKernels(backendName);
}

/** Returns the name of the current backend, after letting tfjs choose one if it has none. */
export function currentBackend(): string {
  if (!getBackend()) backend();
  return getBackend();
}

/** Runs a public function in tf.tidy, and names its errors. Throws if the backend has no kernels. */
export function publicCall<T extends TensorContainer>(
  name: string,
  compute: () => T,
  hint?: () => string,
): T {
  return named(
    name,
    () => {
      requireKernels();
      return tidy(compute);
    },
    hint,
  );
}

/** Returns whether the current backend has a kernel, ours or tfjs'. */
export function hasKernel(kernelName: string): boolean {
  return findKernel(kernelName, currentBackend()) !== undefined;
}

/** Throws if an argument asks for a tensor that the current backend has no room for. */
export function checkRoom(argument: string, value: unknown, shape: number[]): void {
  const kernels = requireKernels();
  checkRequestedSize(argument, value, shape, (size) => kernels.tooLarge?.(size, backend()) ?? null);
}

/** Makes ones in the way that is fastest on the current backend. */
export function makeOnes(shape: number[]): Tensor {
  // On wasm, fill of tfjs 4.0 needs the dtype.
  return requireKernels().hasHeap ? fill(shape, 1, 'float32') : ones(shape);
}

/** Returns the values of a tensor; null if reading them would stall a GPU. */
export function knownValues(tensor: TensorInfo): BackendValues | null {
  return requireKernels().knownValues(tensor, backend());
}

/** How often to ask whether the GPU is lost, in milliseconds. */
const LOSS_INTERVAL = 10;

/** How long to wait for that after a read has failed, in milliseconds. */
const LOSS_DELAY = 500;

/**
 * Reads a tensor's values without a stall, for the function of this name. Rejects if the tensor's GPU is lost: tfjs' own
 * promise may then never settle.
 */
export async function readLater(name: string, tensor: Tensor): Promise<BackendValues> {
  const { registry, state } = engine();
  // It may have been made on another backend than the current one.
  const owner = state.tensorInfo.get(tensor.dataId)?.backend;
  const backendName = Object.keys(registry).find((each) => registry[each] === owner);
  const { lossOf } = (backendName === undefined ? null : ensureKernels(backendName)) ?? {};
  if (!owner || !lossOf) return tensor.data();
  let timer: ReturnType<typeof setInterval> | undefined;
  const loss = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const error = lossOf(owner);
      if (error) reject(error);
    }, LOSS_INTERVAL);
  });
  try {
    return await Promise.race([tensor.data(), loss]);
  } catch (error) {
    // A device that refuses a read may be reported as lost only later.
    const late = new Promise((done) => setTimeout(done, LOSS_DELAY));
    await Promise.race([loss, late]).catch(() => undefined);
    return named(name, () => {
      throw lossOf(owner) ?? error;
    });
  } finally {
    clearInterval(timer);
  }
}

/** Returns whether the current backend may hold values that the host has never seen. */
export function isOnGpu(): boolean {
  return requireKernels().lossOf !== undefined;
}

/** Returns the ranges of indices; null if the host has never seen their values. */
export function indexRanges(indices: TensorInfo, width: number): readonly IndexRange[] | null {
  return requireKernels().indexRanges(indices, width, backend());
}

/** Returns the range of numbers that tensors of a dtype can hold on the current backend. */
export function currentLimits(dtype: DataType): Limits {
  return requireKernels().limits(asNumeric(dtype));
}

/** Checks indices that the host knows. */
export function checkKnown(end: IndexBounds & { indices: TensorInfo }): void {
  if (!mayThrow(end)) return;
  const { indices, geometry } = end;
  const ranges = indexRanges(indices, geometry.indexSizes.length);
  checkRanges(end, ranges, () => knownValues(indices));
}
