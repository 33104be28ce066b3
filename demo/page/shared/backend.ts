/** The backends of tfjs that the page can compute on, and the acceleration of tfjs' own ops. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';

export type BackendName = 'webgl' | 'cpu';

export interface Backends {
  /** The fastest first. */
  readonly available: readonly BackendName[];
  readonly current: BackendName;
  /**
   * Computes on a backend from now on. Let steps in flight end before, and make tensors anew: those
   * of the other backend would be moved one by one, where they are used.
   */
  use(name: BackendName): Promise<void>;
  /** Whether tfjs' own gathers and scatters run on the package's kernels. */
  readonly accelerated: boolean;
  accelerate(on: boolean): void;
  /** The fastest backend, without acceleration. */
  reset(): Promise<void>;
}

/** Starts the fastest backend there is; tells, in a sentence, why that is not webgl. */
export async function startBackends(showNotice: (text: string) => void): Promise<Backends> {
  const available: readonly BackendName[] = (await hasWebGL()) ? ['webgl', 'cpu'] : ['cpu'];
  if (!available.includes('webgl')) {
    showNotice(
      'This browser offers no WebGL, so everything runs on the CPU: the results are the same, ' +
        'but large examples are slow.',
    );
  }
  let current = available[0];
  let undo: (() => void) | undefined;
  const backends: Backends = {
    available,
    get current() {
      return current;
    },
    async use(name) {
      if (!(await tf.setBackend(name))) throw new Error(`The backend ${name} did not start.`);
      current = name;
    },
    get accelerated() {
      return undo !== undefined;
    },
    accelerate(on) {
      if (on) undo ??= accelerateBuiltins();
      else {
        undo?.();
        undo = undefined;
      }
    },
    async reset() {
      backends.accelerate(false);
      await backends.use(available[0]);
    },
  };
  await backends.reset();
  return backends;
}

/** How many tensors there are, by which the page finds what a part left. */
export function tensorCount(): number {
  return tf.memory().numTensors;
}

/** Asks for the version first: starting webgl where there is none would fill the console. */
async function hasWebGL(): Promise<boolean> {
  return tf.env().getNumber('WEBGL_VERSION') > 0 && (await tf.setBackend('webgl'));
}
