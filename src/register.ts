/**
 * What importing the package does: registers its kernels and gradients with tfjs.
 */
import { registerGradient } from '@tensorflow/tfjs-core';

import { BACKENDS, registerKernels } from './backends.js';
import { gradientConfigs } from './gradients.js';
import { findGradient } from './tfjs_seam.js';

for (const backendName of BACKENDS) registerKernels(backendName);

for (const config of gradientConfigs()) {
  if (!findGradient(config.kernelName)) registerGradient(config);
}
