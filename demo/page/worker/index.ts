/**
 * The worker of every part. It loads the package only where it is asked to, so that tfjs' own lane runs
 * tfjs without it.
 */
import { expose, proxy } from 'comlink';
import * as machine from '../parts/machine/service.js';
import * as start from '../parts/start/service.js';
import * as train from '../parts/train/service.js';
import type { BackendName } from '../shared/backends.js';
import { onContextLost, startBackend } from './backend.js';

/** tfjs alone, or with the package. */
export type Way = 'stock' | 'package';

/** Returns what starts a backend and makes a service, whose methods the page calls. */
function opening<Service extends object>(
  load: () => Promise<{ createService: (way: Way) => Service }>,
) {
  return async (backend: BackendName, way: Way, onLost: () => void) => {
    await startBackend(backend);
    onContextLost(onLost);
    const { createService } = await load();
    return proxy(createService(way));
  };
}

const workshop = {
  machine: opening(() => Promise.resolve(machine)),
  start: opening(() => Promise.resolve(start)),
  train: opening(() => Promise.resolve(train)),
  playground: opening(async () => (await import('./with_package.js')).playground),
  splatting: opening(async () => (await import('./with_package.js')).splatting),
};

export type Workshop = typeof workshop;

expose(workshop);
