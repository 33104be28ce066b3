/**
 * The package's flag for wasm in tfjs' environment.
 */
import { env } from '../tfjs/seam.js';
import { wordOf } from '../registry/flags.js';

/**
 * How to compute, for tests and benchmarks. 'auto' computes in the backend's heap, with the package's
 * module where possible. 'views' does so without the module. 'host' copies values out and back.
 */
const WAY = 'GATHER_SCATTER_WASM';

const WAYS = ['auto', 'views', 'host'] as const;

export function registerFlags(): void {
  env().registerFlag(WAY, () => 'auto');
}

export function wayFlag(): (typeof WAYS)[number] {
  return wordOf(WAY, WAYS);
}
