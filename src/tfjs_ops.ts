/**
 * The values of tfjs-core that only entries beside the core use. A bundler that leaves tfjs out keeps every name
 * that a file imports from it, even unused ones, so these names have their own file.
 */
export {
  Bincount,
  clipByValue,
  DenseBincount,
  floor,
  KernelBackend,
  log,
  range,
  serialization,
  slice_util,
  StridedSlice,
  TopK,
} from '@tensorflow/tfjs-core';
