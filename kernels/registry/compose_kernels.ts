/** Kernels composed from others. tfjs does not clean up inside a kernel, so intermediate tensors are freed here. */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import type { OutOfBounds } from '../call/attributes.js';
import { show, wrong } from '../call/errors.js';
import { findKernel, type AnyBackend, Tensor } from '../tfjs/seam.js';

/** A call of one of tfjs' kernels. */
export interface BuiltinCall {
  inputs: NamedTensorInfoMap;
  input: (name: string) => TensorInfo;
  attrs: NamedAttrMap;
  backend: AnyBackend;
  /** Throws if an argument asks for a tensor that the backend has no room for. */
  checkRoom: (argument: string, value: unknown, shape: number[]) => void;
}

export interface Composer {
  runKernel: (kernelName: string, inputs: NamedTensorInfoMap, attrs?: NamedAttrMap) => TensorInfo;
  /** Frees a tensor at the end, unless it is the result. */
  freeAtEnd: (tensor: TensorInfo) => TensorInfo;
}

/** A call that can also run other kernels, and tfjs' own. */
export interface AdaptedCall extends BuiltinCall, Composer {
  /** Runs tfjs' kernel, if not on the call's own inputs and attributes, then on these. */
  runTfjs: (inputs?: NamedTensorInfoMap, attrs?: NamedAttrMap) => TensorInfo;
}

export interface Adapter {
  /** The name of tfjs' function, for messages. */
  name: string;
  kernelName: string;
  /** Returns whether the adapter supports a call; if not, tfjs' own kernel runs it. Default: always. */
  supports?(call: BuiltinCall): boolean;
  /** Runs a call without other kernels; returns null for calls that need them. */
  runAtOnce?(call: BuiltinCall): TensorInfo | null;
  compute(call: AdaptedCall): TensorInfo;
}

/** Zeros to start from, which need no tensor. */
export type Zeros = Omit<TensorInfo, 'dataId'>;

/** A gather or a scatter at tuples of indices. */
export interface TupleCall {
  /** What slices are gathered from, or updates are combined into. */
  data: TensorInfo | Zeros;
  indices: TensorInfo;
  /** Undefined for a gather. */
  updates?: TensorInfo;
  attrs: { outOfBounds: OutOfBounds; reduction?: 'add' | 'none' };
}

/** Runs a call without a plan; returns null for calls that need one. */
export type RunAtOnce = (call: TupleCall, backend: AnyBackend) => TensorInfo | null;

/** Returns the result of `compose`, and frees all intermediate tensors. Throws for a missing kernel. */
export function composeKernels(
  backendName: string,
  backend: AnyBackend,
  compose: (composer: Composer) => TensorInfo,
): TensorInfo {
  const made: TensorInfo[] = [];
  const freeAtEnd = (tensor: TensorInfo): TensorInfo => {
    made.push(tensor);
    return tensor;
  };
  let result: TensorInfo | null = null;
  try {
    result = compose({
      freeAtEnd,
      runKernel(kernelName, inputs, attrs) {
        const kernel = findKernel(kernelName, backendName);
        if (!kernel) {
          const found = `the backend ${show(backendName)} has no kernel ${kernelName}`;
          throw wrong(found, 'one for this call');
        }
        const tensors: NamedTensorInfoMap = {};
        for (const [name, info] of Object.entries(inputs)) if (info) tensors[name] = asTensor(info);
        const output = kernel.kernelFunc({ inputs: tensors, attrs, backend });
        return freeAtEnd(Array.isArray(output) ? output[0] : output);
      },
    });
    return result;
  } finally {
    for (const tensor of made) {
      if (tensor === result) continue;
      // tfjs counts the tensors that some kernels return instead of infos.
      if (isTensor(tensor)) tensor.dispose();
      else backend.disposeData(tensor.dataId);
    }
  }
}

function isTensor(info: TensorInfo): info is Tensor {
  return info instanceof Tensor;
}

/** tfjs always passes kernels tensors, and those of tfjs-node rely on it. This one is not counted. */
export function asTensor(info: TensorInfo): Tensor {
  const { shape, dtype, dataId } = info;
  return isTensor(info) ? info : new Tensor(shape, dtype, dataId, -1);
}
