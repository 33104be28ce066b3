/**
 * The values of tfjs-core that only entries beside the core use. A bundler that leaves tfjs out keeps every name
 * that a file imports from it, even unused ones, so these names have their own file.
 */
export {
  addN,
  broadcastTo,
  ceil,
  clipByValue,
  CropAndResize,
  floor,
  KernelBackend,
  log,
  matMul,
  range,
  serialization,
  split,
  square,
  stack,
  valueAndGrad,
  variable,
} from '@tensorflow/tfjs-core';
