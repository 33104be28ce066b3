/** What kind of adapter computes. A flag in tfjs' environment runs the methods for one kind on another. */
import { wordOf } from '../registry/flags.js';
import { env } from '../tfjs/seam.js';

/** Which methods run: 'auto' is as the browser says of the adapter; 'gpu' and 'software' force one kind, for tests. */
const ADAPTER = 'GATHER_SCATTER_ADAPTER';

const ADAPTERS = ['auto', 'gpu', 'software'] as const;

export function registerAdapterFlag(): void {
  env().registerFlag(ADAPTER, () => 'auto');
}

/** What browsers say of adapters; older ones say nothing. */
interface Described {
  device: { adapterInfo?: { isFallbackAdapter?: boolean } };
}

/** Returns whether the adapter computes on the CPU, as far as the browser says. */
export function isSoftware({ device }: Described): boolean {
  const adapter = wordOf(ADAPTER, ADAPTERS);
  if (adapter !== 'auto') return adapter === 'software';
  return device.adapterInfo?.isFallbackAdapter === true;
}
