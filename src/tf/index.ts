/**
 * tfjs-gather-scatter/tf: all of tfjs, with the package's ops among its own. Importing it registers
 * their kernels, for all backends, and gradients with tfjs. Its default export has all names as well.
 *
 * tfjs has a gatherND and an unsortedSegmentSum, whose place the package's take, with the arguments
 * that tfjs' own take. Its scatterND takes others, and stays; ONNX's is scatterNDUpdate here.
 *
 * @module tfjs-gather-scatter/tf
 */
import '../../kernels/index.js';
import '../register.js';
import * as names from './names.js';

export * from './names.js';
export default names;
