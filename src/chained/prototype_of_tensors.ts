import { engine, KernelBackend } from '@tensorflow/tfjs-core';
import type { TensorInfo } from '@tensorflow/tfjs-core';

/** Holds nothing, so it can dispose of anything. */
class NoBackend extends KernelBackend {
  override disposeData(): boolean {
    return true;
  }
}

/**
 * Returns the prototype of all tensors. Where there are several copies of tfjs-core, they share the
 * engine of the first, which makes all tensors, by its own class. The copy that this package
 * imports may be another one, and no tensor has the class that it exports.
 */
export function prototypeOfTensors(): object {
  const nothing: TensorInfo = { dataId: {}, shape: [0], dtype: 'float32' };
  const tensor = engine().makeTensorFromTensorInfo(nothing, new NoBackend());
  const prototype = Object.getPrototypeOf(tensor) as object;
  tensor.dispose();
  return prototype;
}
