/** The backends of tfjs that the page can compute on. */
import * as tf from '@tensorflow/tfjs';
import { availableBackends, type BackendName } from './backend_list.js';
import { onContextLost } from './lost_context.js';
import { startBackend } from './start_backend.js';

export type { BackendName } from './backend_list.js';

export interface Backends {
  /** Names of the backends of this browser, the preferred one first. */
  readonly available: readonly BackendName[];
  readonly current: BackendName;
  /**
   * Computes on a backend from now on. Callers let steps in flight end first, and make tensors
   * anew: tfjs would move those of the other backend one by one.
   */
  use(name: BackendName): Promise<void>;
  /** Returns to the preferred backend. */
  reset(): Promise<void>;
}

export interface BackendsOptions {
  /** Called when a backend has lost its GPU, and computes no more. */
  onLost: (name: BackendName) => void;
}

/** Starts the preferred backend of this browser. */
export async function startBackends({ onLost }: BackendsOptions): Promise<Backends> {
  /** Backends whose context is watched. */
  const watched = new Set<BackendName>();
  let current = availableBackends()[0];
  const backends: Backends = {
    get available() {
      return availableBackends();
    },
    get current() {
      return current;
    },
    async use(name) {
      await startBackend(name);
      current = name;
      if (watched.has(name)) return;
      watched.add(name);
      onContextLost(() => {
        onLost(name);
      });
    },
    async reset() {
      await backends.use(availableBackends()[0]);
    },
  };
  await backends.reset();
  return backends;
}

/** Number of tensors that exist, by which the page finds those that a part left. */
export function tensorCount(): number {
  return tf.memory().numTensors;
}
