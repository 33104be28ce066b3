/**
 * tfjs-core, with functions for the parts that it leaves untyped or types too strictly. All files
 * import its values from here, or from src/tfjs_ops.ts, so a bundle that leaves tfjs out does not import it once
 * per file.
 */
import { engine, getGradient, getKernel, registerGradient, Variable } from '@tensorflow/tfjs-core';
import type {
  GradConfig,
  KernelBackend,
  KernelConfig,
  NamedAttrMap,
  Tensor,
} from '@tensorflow/tfjs-core';

export {
  _FusedMatMul,
  abs,
  add,
  backend,
  backend_util,
  BatchMatMul,
  Bincount,
  broadcast_util,
  cast,
  clone,
  concat,
  DenseBincount,
  dispose,
  div,
  env,
  Equal,
  Exp,
  fill,
  GatherNd,
  GatherV2,
  getBackend,
  greaterEqual,
  Identity,
  isFinite,
  isNaN,
  keep,
  less,
  logicalAnd,
  maximum,
  Mean,
  minimum,
  mul,
  neg,
  notEqual,
  ones,
  onesLike,
  registerKernel,
  reshape,
  scalar,
  ScatterNd,
  slice_util,
  SparseSegmentMean,
  SparseSegmentSum,
  SparseToDense,
  sqrt,
  StridedSlice,
  sub,
  Sum,
  sum,
  sumOutType,
  Tensor,
  tensor,
  tensor1d,
  tensor3d,
  tidy,
  TopK,
  transpose,
  unregisterGradient,
  unregisterKernel,
  UnsortedSegmentSum,
  util,
  version_core,
  where,
  zeros,
  zerosLike,
} from '@tensorflow/tfjs-core';

export { engine, registerGradient };

export function isVariable(value: unknown): value is Variable {
  return value instanceof Variable;
}

/** The backend methods that all kernels use. */
export type AnyBackend = Pick<KernelBackend, 'readSync' | 'write' | 'disposeData'>;

/** Narrows the backend that tfjs passes to a kernel, typed as {}. */
export function asAnyBackend(backend: object): AnyBackend {
  return backend as AnyBackend;
}

/** Finds a kernel; tfjs' type claims that there always is one. */
export function findKernel(kernelName: string, backendName: string): KernelConfig | undefined {
  return getKernel(kernelName, backendName);
}

export function findGradient(kernelName: string): GradConfig | undefined {
  return getGradient(kernelName);
}

type GradFunc = GradConfig['gradFunc'];

/** The gradient of a kernel with one output. tfjs' type also allows a list of dy. */
export type SingleGradFunc = (
  dy: Tensor,
  saved: Tensor[],
  attrs: NamedAttrMap,
) => ReturnType<GradFunc>;

export function asGradFunc(gradient: SingleGradFunc): GradFunc {
  return gradient as GradFunc;
}

/** Returns the registered gradient of a kernel with one output. */
export function gradientOf(kernelName: string): SingleGradFunc {
  return getGradient(kernelName).gradFunc;
}

/** A function with an explicit gradient, as tfjs' customGrad makes it. */
interface GradientCall<Output> {
  inputs: Record<string, Tensor>;
  forwardFunc: (backend: KernelBackend, save: (tensors: Tensor[]) => void) => Output;
  backwardsFunc: (dy: Output, saved: Tensor[]) => ReturnType<GradFunc>;
}

/**
 * Runs a function, and tapes its gradient and the tensors that it saves. customGrad would compute the gradients of
 * all inputs, even of constants, and has one output.
 */
export function runWithGradient<Output>(call: GradientCall<Output>): Output {
  // Private in tfjs' types; its customGrad calls it.
  const tfjs: object = engine();
  return (tfjs as { runKernelFunc: (call: GradientCall<Output>) => Output }).runKernelFunc(call);
}
