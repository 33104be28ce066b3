/**
 * tfjs-gather-scatter/converter: TensorFlow's ops for GraphModels.
 */
export { registerConverterOps } from './register_converter_ops.js';
