/** Replaces kernels and gradients that are registered with tfjs, and restores them. */
import type { GradConfig, KernelConfig } from '@tensorflow/tfjs-core';

import {
  findGradient,
  findKernel,
  registerGradient,
  registerKernel,
  unregisterGradient,
  unregisterKernel,
} from '../../kernels/tfjs/seam.js';

/**
 * Under this name, an undone replacement keeps the entry that it had replaced. All copies of the package share
 * tfjs, so they share the name.
 */
const UNDONE: unique symbol = Symbol.for('tfjs-gather-scatter.undone');

interface Undoable<Config> {
  [UNDONE]?: Config | undefined;
}

/**
 * Makes a function for one of tfjs' registries. It registers an entry in place of the one with the same key,
 * if any, and returns a function that restores the previous entry, unless someone else has registered another
 * in the meantime. The key of an entry is part of its configuration.
 */
function replacer<Config extends Undoable<Config>>(
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
      config[UNDONE] = previous;
      if (find(config) === config) put(config, activeEntry(previous));
    };
  };
}

/** Follows replacements that were undone back to an entry that was not. */
function activeEntry<Config extends Undoable<Config>>(config?: Config): Config | undefined {
  return config && UNDONE in config ? activeEntry(config[UNDONE]) : config;
}

export const replaceKernel = replacer<KernelConfig & Undoable<KernelConfig>>(
  ({ kernelName, backendName }) => findKernel(kernelName, backendName),
  registerKernel,
  ({ kernelName, backendName }) => {
    unregisterKernel(kernelName, backendName);
  },
);

export const replaceGradient = replacer<GradConfig & Undoable<GradConfig>>(
  ({ kernelName }) => findGradient(kernelName),
  registerGradient,
  ({ kernelName }) => {
    unregisterGradient(kernelName);
  },
);
