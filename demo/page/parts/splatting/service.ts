/** Computes for the part. */
import type { Way } from '../../worker/index.js';

export function createService(way: Way) {
  return { way: () => way };
}
