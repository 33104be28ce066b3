/**
 * The worker of every part. It loads the package only where it is asked to, so that tfjs' own lane is
 * tfjs as it comes.
 */
import { expose, proxy } from 'comlink';
import type { BackendName } from '../shared/backends.js';
import { onContextLost, startBackend } from './backend.js';

/** tfjs as it comes, or with the package. */
export type Way = 'stock' | 'package';

/** The services by part: each module's `createService` makes the methods that the page calls. */
const SERVICES = {
  start: () => import('../parts/start/service.js'),
  train: () => import('../parts/train/service.js'),
  splatting: () => import('../parts/splatting/service.js'),
  playground: () => import('../parts/playground/service.js'),
  machine: () => import('../parts/machine/service.js'),
};

type Module<Name extends keyof typeof SERVICES> = Awaited<ReturnType<(typeof SERVICES)[Name]>>;

export type Services = {
  [Name in keyof typeof SERVICES]: ReturnType<Module<Name>['createService']>;
};

const workshop = {
  async open(name: keyof typeof SERVICES, backend: BackendName, way: Way, onLost: () => void) {
    await startBackend(backend);
    onContextLost(onLost);
    const { createService } = await SERVICES[name]();
    return proxy(createService(way));
  },
};

export type Workshop = typeof workshop;

expose(workshop);
