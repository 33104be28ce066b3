/**
 * What importing the package does: registers its kernels and gradients with tfjs.
 */
import { registerGradient } from '@tensorflow/tfjs-core';

import { registerOwnKernels } from './backends.js';
import { gradientConfigs } from './gradients.js';
import { findGradient } from './tfjs_seam.js';

registerOwnKernels();

for (const config of gradientConfigs()) {
  if (!findGradient(config.kernelName)) registerGradient(config);
}
