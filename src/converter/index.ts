/**
 * tfjs-gather-scatter/converter: TensorFlow's ops for GraphModels. Importing it registers the ops' gradients with tfjs.
 * Import kernels from tfjs-gather-scatter or the entry points of your backends.
 *
 * @module tfjs-gather-scatter/converter
 */
import '../register.js';

export { registerConverterOps } from './register_converter_ops.js';
