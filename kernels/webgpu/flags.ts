/**
 * The webgpu backend's flags in tfjs' environment. Like tfjs' own flags, they can be set in a page's URL.
 */
import { env } from '../contract/tfjs_seam.js';
import { registerCheckFlag } from '../contract/flags.js';

/**
 * Whether float sums and products run in the order of the updates, so that results have the same bits in each
 * run.
 */
const ORDERED = 'GATHER_SCATTER_ORDERED';

export function registerFlags(): void {
  registerCheckFlag();
  env().registerFlag(ORDERED, () => true);
}

export function keepsOrder(): boolean {
  return env().getBool(ORDERED);
}

/** Returns whether tfjs only compiles programs. It then runs none, and there is nothing to copy. */
export function isCompileOnly(): boolean {
  return env().getBool('WEBGPU_ENGINE_COMPILE_ONLY');
}
