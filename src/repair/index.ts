/**
 * tfjs-gather-scatter/repair: right gradients for TensorFlow.js' own ops. Importing it registers the package's
 * gradients with tfjs, and replaces none of tfjs'; `repairGradients()` does.
 *
 * @module tfjs-gather-scatter/repair
 */
import '../register.js';

export * from './repair_gradients.js';
