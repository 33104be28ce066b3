/**
 * tfjs-gather-scatter/layers: the ops and the segment ops as layers for tf.model. Importing it
 * registers them for loading models, and the ops' kernels and gradients with tfjs.
 *
 * @module tfjs-gather-scatter/layers
 */
import '../register.js';

export type { SegmentExtremumLayerConfig, SegmentLayer, SegmentLayerConfig } from './factories.js';
export type { LayerConfig } from './op_layer.js';
export { gatherElements, gatherND, scatterElements, scatterND, scatterNDUpdate } from './ops.js';
export * from './segments.js';
