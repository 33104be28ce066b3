/**
 * The table of served backends, which entries fill: the kernels that are imported, and the backends
 * that got them. All entries share it.
 */
import { registerKernel } from '@tensorflow/tfjs-core';
import type { KernelConfig } from '@tensorflow/tfjs-core';

import { kernelConfigs } from './backend_kernels.js';
import type { BackendKernels } from './backend_kernels.js';
import { isKind } from './entries.js';
import type { Kind } from './entries.js';
import { findKernel } from './tfjs_seam.js';

/** The kernels that are imported, by the backend that each is made for. */
const imported = new Map<string, BackendKernels>();

/** The kernels that each backend got. */
const served = new Map<string, BackendKernels>();

/** Serves each backend that has no kernels of its own, once the whole package is imported. */
let forOthers: BackendKernels | null = null;

/** Adds the kernels made for a backend, and registers them with tfjs. */
export function provideKernels(kind: Kind, kernels: BackendKernels): void {
  imported.set(kind, kernels);
  kernels.prepare?.();
  if (!served.has(kind)) serve(kind, kernels);
  registerLacking(kind);
}

/** Adds the kernels that serve every other backend unasked. */
export function provideForOthers(kernels: BackendKernels): void {
  forOthers = kernels;
}

export function kernelsForOthers(): BackendKernels | null {
  return forOthers;
}

export function importedKernels(kind: string): BackendKernels | undefined {
  return imported.get(kind);
}

/** Returns the backend that kernels were made for; undefined for those that compute on the host. */
export function kindOf(kernels: BackendKernels): string | undefined {
  return [...imported].find(([, others]) => others === kernels)?.[0];
}

/** Returns the kernels that a backend has got. */
export function servedKernels(backendName: string): BackendKernels | undefined {
  return served.get(backendName);
}

/** Returns a backend's kernels; gives it those that serve others if it has none and may have them. */
export function kernelsOf(backendName: string): BackendKernels | undefined {
  if (forOthers && !served.has(backendName) && !isKind(backendName)) serve(backendName, forOthers);
  return served.get(backendName);
}

/** Registers the ops' kernels for a backend that has none. */
export function serve(backendName: string, kernels: BackendKernels): void {
  served.set(backendName, kernels);
  registerAll(kernelConfigs(backendName, kernels));
}

/** Registers kernels of tfjs' own ops that a backend lacks, if its kernels bring them. */
export function registerLacking(backendName: string): void {
  registerAll(served.get(backendName)?.lacking?.(backendName) ?? []);
}

function registerAll(configs: KernelConfig[]): void {
  for (const config of configs) {
    // tfjs warns of a second registration. So the first stays, even that of another copy of this
    // package.
    if (!findKernel(config.kernelName, config.backendName)) registerKernel(config);
  }
}
