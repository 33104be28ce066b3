/**
 * All backends: importing this file registers the kernels of each, and the host's kernels for all other
 * backends. To add a backend, add a folder here and a line below.
 */
import { provideKernels } from './registry/served.js';
import { fallbackKernels } from './cpu/index.js';
import './cpu/register.js';
import './webgl/register.js';
import './webgpu/register.js';
// wasm is last: its bytes push what comes before them out of a compressor's window.
import './wasm/register.js';

provideKernels('others', fallbackKernels);
