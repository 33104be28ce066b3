/**
 * The flag in tfjs' environment that all GPU backends read. Like tfjs' own flags, it can also be set in
 * a page's URL.
 */
import { env } from './tfjs_seam.js';

/** Whether to read back and check indices that are only on the GPU, at the cost of a stall. */
const CHECK_INDICES = 'GATHER_SCATTER_CHECK_INDICES';

let isRegistered = false;

/** Registers the flag, once for all backends. */
export function registerCheckFlag(): void {
  if (isRegistered) return;
  isRegistered = true;
  env().registerFlag(CHECK_INDICES, () => false);
}

/** Returns whether a read-back is allowed, by the flag or by tfjs' debug mode. */
export function checksIndices(): boolean {
  return env().getBool(CHECK_INDICES) || env().getBool('DEBUG');
}
