/**
 * All backends: importing this file registers the kernels of each, and the host's kernels for all other
 * backends. To add a backend, add a folder here and a line below.
 */
import { sparseSegmentMessage, sparseSegments, supplyMissing } from './builtins/index.js';
import { fallbackKernels, gatherThere } from './cpu/index.js';
import { ensureKernels, provideKernels } from './registry/served.js';
import './cpu/register.js';
import './webgl/register.js';
import './webgpu/register.js';
// wasm is last: before webgpu, its bytes would make the compressed bundle 0.75 kB larger.
import './wasm/register.js';

// For any backend without kernels of its own: those for tfjs' own ops that it may lack, and gathers where data is.
provideKernels('others and builtins', {
  ...fallbackKernels,
  run: (plan, backend) => gatherThere(plan, backend) ?? fallbackKernels.run(plan, backend),
  missingKernels: (name) =>
    supplyMissing(name, sparseSegments(fallbackKernels, sparseSegmentMessage)),
});
// tfjs-node's backend: its kernels for tfjs' own ops must be there before the first call of this package.
ensureKernels('tensorflow');
