/**
 * The segment ops as public functions, without the registration that importing an entry does. Unlike
 * those that count, they are members of /tf and methods of tensors too.
 */
export { unsortedSegmentArgMax, unsortedSegmentArgMin } from './arg_extrema.js';
export { unsortedSegmentMax, unsortedSegmentMin } from './extrema.js';
export { unsortedSegmentProd } from './prod.js';
export {
  unsortedSegmentLogSoftmax,
  unsortedSegmentLogSumExp,
  unsortedSegmentSoftmax,
} from './softmax.js';
export { unsortedSegmentStd } from './std.js';
export { unsortedSegmentMean, unsortedSegmentSqrtN, unsortedSegmentSum } from './sums.js';
