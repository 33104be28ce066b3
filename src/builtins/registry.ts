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

/**
 * Makes a function for one of tfjs' registries. It registers an entry in place of the one with the same key,
 * if any, and returns a function that restores the previous entry, unless someone else has registered another
 * in the meantime. The key of an entry is part of its configuration.
 */
function replacer<Config extends object>(
  find: (key: Config) => Config | undefined,
  register: (config: Config) => void,
  unregister: (key: Config) => void,
): (config: Config) => () => void {
  /** Sets the entry of a key, or removes it. Unregisters first, or tfjs would warn. */
  const put = (key: Config, config: Config | undefined) => {
    if (find(key)) unregister(key);
    if (config) register(config);
  };
  return (config) => {
    const previous = find(config);
    put(config, config);
    return () => {
      undone().set(config, previous);
      if (find(config) === config) put(config, activeEntry(previous));
    };
  };
}

/** Follows replacements that were undone back to an entry that was not. */
function activeEntry<Config extends object>(config: Config | undefined): Config | undefined {
  let current = config;
  // Safe cast: a replacement and the entry that it replaced belong to the same registry.
  while (current && undone().has(current)) current = undone().get(current) as Config | undefined;
  return current;
}

export const replaceKernel = replacer<KernelConfig>(
  ({ kernelName, backendName }) => findKernel(kernelName, backendName),
  registerKernel,
  ({ kernelName, backendName }) => {
    unregisterKernel(kernelName, backendName);
  },
);

export const replaceGradient = replacer<GradConfig>(
  ({ kernelName }) => findGradient(kernelName),
  registerGradient,
  ({ kernelName }) => {
    unregisterGradient(kernelName);
  },
);
