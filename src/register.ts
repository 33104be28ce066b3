/**
 * Registers the gradients of the package's kernels with tfjs, and gradients for ops of tfjs that have none.
 */
import { registerGradients } from '../kernels/tfjs/seam.js';
import { BUILTIN_GRADIENTS } from './builtins/gradients.js';
import { gradientConfigs } from './gradients/op_gradients.js';

registerGradients([...gradientConfigs(), ...BUILTIN_GRADIENTS]);
