/**
 * Registers the gradients of the package's kernels with tfjs, and gradients for ops of tfjs that have
 * none. Gradients that are already registered stay.
 */
import { findGradient, registerGradient } from '../kernels/contract/tfjs_seam.js';
import { BUILTIN_GRADIENTS } from './builtins/gradients.js';
import { FUSED_GRADIENTS } from './gradients/fused.js';
import { gradientConfigs } from './gradients/op_gradients.js';

for (const config of [...gradientConfigs(), ...FUSED_GRADIENTS, ...BUILTIN_GRADIENTS]) {
  if (!findGradient(config.kernelName)) registerGradient(config);
}
