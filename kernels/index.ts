/**
 * All backends: importing this file registers the kernels of each, and the host's kernels for all other
 * backends. To add a backend, add a folder here and a line below.
 */
import { provideKernels } from './registry/served.js';
import { fallbackKernels } from './cpu/index.js';
import './cpu/register.js';
import './webgl/register.js';
import './webgpu/register.js';
// wasm is last: before webgpu, its bytes would make the compressed bundle 0.75 kB larger.
import './wasm/register.js';

provideKernels('others', fallbackKernels);
