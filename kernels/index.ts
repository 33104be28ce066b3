/**
 * All backends: importing this file registers the kernels of each, and the host's kernels for all other
 * backends. To add a backend, add a folder here and a line below.
 */
import { fallbackKernels } from './cpu/index.js';
import { forAnyBackend } from './any_backend.js';
import { ensureKernels, provideKernels } from './registry/served.js';
import './cpu/register.js';
import './webgl/register.js';
import './webgpu/register.js';
// wasm is last: before webgpu, its bytes would make the compressed bundle 0.75 kB larger.
import './wasm/register.js';

provideKernels('others', forAnyBackend(fallbackKernels));
// tfjs-node's backend: its kernels for tfjs' own ops must be there before the first call of this package.
ensureKernels('tensorflow');
