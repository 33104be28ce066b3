/**
 * Replacing a kernel or a gradient that is registered with tfjs, and undoing that.
 */
import {
  registerGradient,
  registerKernel,
  unregisterGradient,
  unregisterKernel,
} from '@tensorflow/tfjs-core';
import type { GradConfig, KernelConfig } from '@tensorflow/tfjs-core';

import { findGradient, findKernel } from '../../kernels/contract/tfjs_seam.js';

/** The name under which all copies of the package find the map of `undone`, as they share tfjs. */
const UNDONE = Symbol.for('tfjs-gather-scatter.undone');

/** Returns the map from each replacement that was undone to what it had replaced. */
function undone(): WeakMap<object, object | undefined> {
  const shared: unknown = Reflect.get(globalThis, UNDONE);
  if (shared instanceof WeakMap) return shared as WeakMap<object, object | undefined>;
  const made = new WeakMap<object, object | undefined>();
  Object.defineProperty(globalThis, UNDONE, { value: made });
  return made;
}

/** One of tfjs' registries. An entry is found by its key, which is part of its configuration. */
class Registry<Config extends object> {
  constructor(
    private readonly find: (key: Config) => Config | undefined,
    private readonly register: (config: Config) => void,
    private readonly unregister: (key: Config) => void,
  ) {}

  /**
   * Registers an entry instead of the one with its key, if there is one. The function that it returns
   * puts that one back, unless someone else has registered another in the meantime, which stays.
   */
  replace(config: Config): () => void {
    return this.replaceBy(config, () => config);
  }

  /** The same for an entry that is made of the one that it replaces. */
  replaceBy(key: Config, make: (previous: Config | undefined) => Config): () => void {
    const previous = this.find(key);
    const config = make(previous);
    this.put(config, config);
    return () => {
      undone().set(config, previous);
      if (this.find(config) === config) this.put(config, this.inForce(previous));
    };
  }

  /** Makes an entry, or none, the one of a key. Unregisters first, or tfjs would warn. */
  private put(key: Config, config: Config | undefined): void {
    if (this.find(key)) this.unregister(key);
    if (config) this.register(config);
  }

  /** Returns the entry that is still in force behind one that may have been undone. */
  private inForce(config: Config | undefined): Config | undefined {
    let current = config;
    // A replacement took the place of an entry of the same registry.
    while (current && undone().has(current)) current = undone().get(current) as Config | undefined;
    return current;
  }
}

export const KERNEL_REGISTRY = new Registry<KernelConfig>(
  ({ kernelName, backendName }) => findKernel(kernelName, backendName),
  registerKernel,
  ({ kernelName, backendName }) => {
    unregisterKernel(kernelName, backendName);
  },
);

export const GRADIENT_REGISTRY = new Registry<GradConfig>(
  ({ kernelName }) => findGradient(kernelName),
  registerGradient,
  ({ kernelName }) => {
    unregisterGradient(kernelName);
  },
);
