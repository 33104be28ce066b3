/**
 * tfjs-gather-scatter/layers: the ops and the segment ops as layers for tf.model. Importing it registers
 * them for loading models, and the ops' kernels and gradients with tfjs.
 */
import '../register.js';

export type { LayerConfig } from './op_layer.js';
export { gatherElements, gatherND, scatterElements, scatterND, scatterNDUpdate } from './ops.js';
export {
  unsortedSegmentLogSoftmax,
  unsortedSegmentLogSumExp,
  unsortedSegmentMax,
  unsortedSegmentMean,
  unsortedSegmentMin,
  unsortedSegmentProd,
  unsortedSegmentSoftmax,
  unsortedSegmentSqrtN,
  unsortedSegmentStd,
  unsortedSegmentSum,
} from './segments.js';
export type { SegmentLayerConfig } from './segments.js';
