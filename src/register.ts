/** Registers the gradients of the package's kernels with tfjs, and gradients for ops of tfjs that have none. */
import { findGradient, registerGradient } from '../kernels/tfjs/seam.js';
import { BUILTIN_GRADIENTS } from './builtins/gradients.js';
import { gradientConfigs } from './gradients/op_gradients.js';

// Those that are already registered stay.
for (const config of [...gradientConfigs(), ...BUILTIN_GRADIENTS]) {
  if (!findGradient(config.kernelName)) registerGradient(config);
}
