/**
 * tfjs-gather-scatter/layers: the ops and the segment ops as layers for tf.model. Importing it
 * registers the layers, for loading models, and the ops' gradients with tfjs. Import kernels from
 * tfjs-gather-scatter or the entries of backends.
 *
 * @module tfjs-gather-scatter/layers
 */
import '../register.js';

export type { GatherScatterLayer } from './batched_ops.js';
export type { LayerConfig } from './op_layer.js';
export { gatherElements, gatherND, scatterElements, scatterND, scatterNDUpdate } from './ops.js';
export type {
  GatherSegmentLayer,
  SegmentExtremumLayerConfig,
  SegmentLayer,
  SegmentLayerConfig,
} from './segment_layers.js';
export * from './segments.js';
