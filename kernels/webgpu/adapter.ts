/** What kind of adapter computes. A flag in tfjs' environment runs the methods for one kind on another. */
import { env } from '../tfjs/seam.js';

/** 'gpu' or 'software', or empty: as the browser says. For comparison and tests. */
const ADAPTER = 'GATHER_SCATTER_ADAPTER';

export function registerAdapterFlag(): void {
  env().registerFlag(ADAPTER, () => '');
}

/** What browsers say of adapters; older ones say nothing. */
interface Described {
  device: { adapterInfo?: { isFallbackAdapter?: boolean } };
}

/** Returns whether the adapter computes on the CPU, as far as the browser says. */
export function isSoftware({ device }: Described): boolean {
  const forced = env().get(ADAPTER);
  return forced ? forced === 'software' : device.adapterInfo?.isFallbackAdapter === true;
}
