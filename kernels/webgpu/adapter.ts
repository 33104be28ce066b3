/** What kind of adapter computes. A flag in tfjs' environment runs the methods for one kind on another. */
import { wordFlag } from '../registry/flags.js';

/** Which methods run: 'auto' is as the browser says of the adapter; 'gpu' and 'software' force one kind, for tests. */
const adapterFlag = wordFlag('GATHER_SCATTER_ADAPTER', ['auto', 'gpu', 'software']);

/** What browsers say of adapters; older ones say nothing. */
interface Described {
  device: { adapterInfo?: { isFallbackAdapter?: boolean } };
}

/** Returns whether the adapter computes on the CPU, as far as the browser says. */
export function isSoftware({ device }: Described): boolean {
  const adapter = adapterFlag();
  if (adapter !== 'auto') return adapter === 'software';
  return device.adapterInfo?.isFallbackAdapter === true;
}
