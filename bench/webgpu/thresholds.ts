/** The constants of kernels/webgpu/strategy.ts by name, as settable_thresholds.mjs lets a page set them. */
import { dropOrders } from '../../kernels/webgpu/kept_orders.js';
import { backend } from './backend.js';

export type Thresholds = Readonly<Record<string, number>>;

export const thresholds: Record<string, number> = {};

/** The values of the file, once it is loaded. */
let own: Thresholds | null = null;

/** The pipelines that tfjs keeps, by the values with which their programs were written. */
const caches = new Map<string, object>();

/** Sets some thresholds, and all others to their own values; orders that were kept are dropped. */
export function use(changed: Thresholds): void {
  own ??= { ...thresholds };
  for (const name of Object.keys(changed)) {
    if (!(name in own)) throw new Error(`kernels/webgpu/strategy.ts has no ${name}`);
  }
  Object.assign(thresholds, own, changed);
  const key = JSON.stringify(thresholds);
  const cache = caches.get(key) ?? {};
  caches.set(key, cache);
  backend().pipelineCache = cache;
  dropOrders(backend());
}

/** The value that a threshold has in the file. */
export function valueOf(name: string): number {
  use({});
  return thresholds[name];
}
