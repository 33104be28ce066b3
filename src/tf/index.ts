/**
 * tfjs-gather-scatter/tf: all of tfjs together with this package's ops. Importing it registers their
 * kernels, for all backends, and gradients with tfjs. The default export has all names too.
 *
 * gatherND and unsortedSegmentSum replace tfjs' own, and accept the same arguments. scatterND remains
 * tfjs' own, because its arguments differ; use scatterNDUpdate for ONNX's.
 *
 * @module tfjs-gather-scatter/tf
 */
import '../../kernels/index.js';
import '../register.js';

export * from './names.js';
export * as default from './names.js';
