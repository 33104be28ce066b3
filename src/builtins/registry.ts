/**
 * Replaces kernels and gradients that are registered with tfjs, and restores them.
 */
import type { GradConfig, KernelConfig } from '@tensorflow/tfjs-core';

import {
  findGradient,
  findKernel,
  registerGradient,
  registerKernel,
  unregisterGradient,
  unregisterKernel,
} from '../../kernels/contract/tfjs_seam.js';

/** All copies of the package share tfjs, so they share the map that `undone` returns, under this name. */
const UNDONE = Symbol.for('tfjs-gather-scatter.undone');

/** Returns the map from each undone replacement to the entry that it had replaced. */
function undone(): WeakMap<object, object | undefined> {
  const shared: unknown = Reflect.get(globalThis, UNDONE);
  if (shared instanceof WeakMap) return shared as WeakMap<object, object | undefined>;
  const made = new WeakMap<object, object | undefined>();
  Object.defineProperty(globalThis, UNDONE, { value: made });
  return made;
}

/** One of tfjs' registries. The key of an entry is part of its configuration. */
class Registry<Config extends object> {
  constructor(
    private readonly find: (key: Config) => Config | undefined,
    private readonly register: (config: Config) => void,
    private readonly unregister: (key: Config) => void,
  ) {}

  /**
   * Registers an entry in place of the one with the same key, if any. Returns a function that restores
   * the previous entry, unless someone else has registered another in the meantime.
   */
  replace(config: Config): () => void {
    const previous = this.find(config);
    this.put(config, config);
    return () => {
      undone().set(config, previous);
      if (this.find(config) === config) this.put(config, this.activeEntry(previous));
    };
  }

  /** Sets the entry of a key, or removes it. Unregisters first, or tfjs would warn. */
  private put(key: Config, config: Config | undefined): void {
    if (this.find(key)) this.unregister(key);
    if (config) this.register(config);
  }

  /** Follows replacements that were undone back to an entry that was not. */
  private activeEntry(config: Config | undefined): Config | undefined {
    let current = config;
    // Safe cast: a replacement and the entry that it replaced belong to the same registry.
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
