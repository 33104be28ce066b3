import { engine, KernelBackend, type TensorInfo } from '@tensorflow/tfjs-core';

/** A backend without data, whose only purpose is to let a tensor be disposed. */
class NoBackend extends KernelBackend {
  override disposeData(): boolean {
    return true;
  }
}

/**
 * Returns the prototype of all tensors. Several copies of tfjs-core share the engine of the first, which
 * makes all tensors with its own class. This package may import another copy, and no tensor is an instance of
 * that copy's class.
 */
export function prototypeOfTensors(): object {
  const nothing: TensorInfo = { dataId: {}, shape: [0], dtype: 'float32' };
  const tensor = engine().makeTensorFromTensorInfo(nothing, new NoBackend());
  const prototype = Object.getPrototypeOf(tensor) as object;
  tensor.dispose();
  return prototype;
}
