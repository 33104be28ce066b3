/**
 * The segment ops that /tf and the methods of tensors have as well. Unlike the entry, this module
 * registers nothing.
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
