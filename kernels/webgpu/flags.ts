/**
 * Flags in tfjs' environment that the kernels read. Like tfjs' own they can also be set in a page's
 * URL.
 */
import { env } from '@tensorflow/tfjs-core';

import { registerCheckFlag } from '../contract/flags.js';

/** Whether sums and products of floats keep the order of the updates, and with it their bits. */
const ORDERED = 'GATHER_SCATTER_ORDERED';

export function registerFlags(): void {
  registerCheckFlag();
  env().registerFlag(ORDERED, () => true);
}

export function keepsOrder(): boolean {
  return env().getBool(ORDERED);
}

/** Returns whether tfjs only compiles its programs; then it runs none, and copies would be of nothing. */
export function isCompileOnly(): boolean {
  return env().getBool('WEBGPU_ENGINE_COMPILE_ONLY');
}
