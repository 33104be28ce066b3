/**
 * tfjs-gather-scatter/layers: the ops, the segment ops and the gatherSegment ops as layers for tf.model.
 * Importing it registers the layers with tfjs, so that it can load saved models, and the ops' gradients.
 * Import kernels from tfjs-gather-scatter or the entry points of your backends.
 *
 * @module tfjs-gather-scatter/layers
 */
import '../register.js';

export type { LayerConfig } from './op_layer.js';
export * from './ops.js';
export * from './segment_layers.js';
