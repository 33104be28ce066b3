/**
 * Registers the gradients of the package's kernels with tfjs, gradients for ops of tfjs that have none, and the flag
 * that checks indices. Those of fused products are registered by the module that runs them.
 */
import { registerCheckFlag } from '../kernels/registry/flags.js';
import { registerGradients } from '../kernels/tfjs/seam.js';
import { BUILTIN_GRADIENTS } from './builtins/gradients.js';
import { gradientConfigs } from './gradients/op_gradients.js';

registerCheckFlag();
registerGradients([...gradientConfigs(), ...BUILTIN_GRADIENTS]);
