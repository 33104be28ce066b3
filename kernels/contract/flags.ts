/**
 * The package's flag in tfjs' environment that all GPU backends read. Like tfjs' own it can also be
 * set in a page's URL.
 */
import { env } from '@tensorflow/tfjs-core';

/** Whether indices that live on the GPU are read back and checked, at the cost of a stall. */
const CHECK_INDICES = 'GATHER_SCATTER_CHECK_INDICES';

let isRegistered = false;

/** Registers the flag, once for all backends that have it. */
export function registerCheckFlag(): void {
  if (isRegistered) return;
  isRegistered = true;
  env().registerFlag(CHECK_INDICES, () => false);
}

/** Returns whether a read-back is allowed: by the flag, or in tfjs' debug mode. */
export function checksIndices(): boolean {
  return env().getBool(CHECK_INDICES) || env().getBool('DEBUG');
}
