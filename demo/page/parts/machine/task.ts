/** The comparisons of one side, in a worker: by tfjs as it comes, or by this package. */
import * as tf from '@tensorflow/tfjs';
import type { Methods, Reply, Way } from '../../lanes/protocol.js';
import type { BackendName } from '../../shared/backend_list.js';
import { onContextLost } from '../../shared/lost_context.js';
import { startBackend } from '../../shared/start_backend.js';
import { clockStep, timeOf, warmUp } from './clock.js';
import type { ComparisonId } from './comparisons.js';
import { STOCK_CALLS, type Call } from './stock_calls.js';

export interface Preparation {
  id: ComparisonId;
  backend: BackendName;
  size: number;
  /** True if tfjs' own op is timed as well, on this package's kernels. */
  accelerated: boolean;
}

export interface Timing {
  repeats: number;
  accelerated: boolean;
}

export interface MachineTask extends Methods {
  clockStep: () => number;
  /** Makes a backend the current one, and starts it if need be. */
  use(backend: BackendName): Promise<void>;
  /** Makes the inputs in place of those before, and warms up. */
  prepare(preparation: Preparation): Promise<void>;
  /** Returns the milliseconds that one of several calls takes. */
  time(timing: Timing): Promise<number>;
  values: () => Promise<Float32Array>;
  /** Returns the largest difference from other values, in relation to their size beyond 1. */
  difference(others: Float32Array): Promise<number>;
  /** Returns the backends that have lost their GPU. */
  lost: () => BackendName[];
}

export async function createTask(way: Way): Promise<MachineTask> {
  const isOurs = way === 'package';
  const makers = isOurs ? (await import('./package_calls.js')).PACKAGE_CALLS : STOCK_CALLS;
  const accelerate = isOurs
    ? (await import('../../lanes/acceleration.js')).accelerateBuiltins
    : undefined;
  const watch = createWatch();
  let plain: Call | undefined;
  let stock: Call | undefined;
  let isScopeOpen = false;
  const callOf = (accelerated: boolean) => {
    const call = accelerated ? stock : plain;
    if (call === undefined) throw new Error('There is nothing to time yet.');
    return call;
  };
  const accelerating = async <Value>(accelerated: boolean, work: () => Promise<Value>) => {
    const undo = accelerated ? accelerate?.() : undefined;
    try {
      return await work();
    } finally {
      undo?.();
    }
  };
  const valuesNow = async () => {
    const result = tf.tidy(callOf(false));
    const values = await result.data<'float32'>();
    result.dispose();
    return values;
  };
  const use = async (backend: BackendName) => {
    await startBackend(backend);
    watch.add(backend);
  };
  return {
    clockStep,
    use,
    async prepare({ id, backend, size, accelerated }) {
      if (isScopeOpen) tf.engine().endScope();
      isScopeOpen = false;
      plain = stock = undefined;
      await use(backend);
      tf.engine().startScope();
      isScopeOpen = true;
      plain = makers[id](size);
      await warmUp(plain);
      if (!accelerated) return;
      stock = STOCK_CALLS[id](size);
      await accelerating(true, () => warmUp(callOf(true)));
    },
    time: ({ repeats, accelerated }) =>
      accelerating(accelerated, () => timeOf(callOf(accelerated), repeats)),
    values: valuesNow,
    async difference(others) {
      const values = await valuesNow();
      if (values.length !== others.length) return Infinity;
      return values.reduce(
        (most, value, i) =>
          Math.max(most, Math.abs(value - others[i]) / Math.max(1, Math.abs(others[i]))),
        0,
      );
    },
    lost: () => [...watch.lost],
  };
}

/** Watches backends, and tells the page of each that loses its GPU. */
function createWatch(): { add: (name: BackendName) => void; lost: ReadonlySet<BackendName> } {
  const watched = new Set<BackendName>();
  const lost = new Set<BackendName>();
  return {
    lost,
    add(name) {
      if (watched.has(name)) return;
      watched.add(name);
      onContextLost(() => {
        lost.add(name);
        const news: Reply = { id: null, lost: true };
        postMessage(news);
      });
    },
  };
}
