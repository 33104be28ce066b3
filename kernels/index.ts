/**
 * All backends: importing it registers the kernels of each, and serves every other one by the host's
 * kernels. A backend of one's own is a folder here and a line.
 */
import { provideForOthers } from './contract/served.js';
import { kernelsForOthers } from './cpu/index.js';
import './cpu/register.js';
import './wasm/register.js';
import './webgl/register.js';
import './webgpu/register.js';

provideForOthers(kernelsForOthers);
