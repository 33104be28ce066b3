/**
 * The kernels that were imported and the backends they are registered for. All entry points share this
 * state.
 */
import type { KernelConfig } from '@tensorflow/tfjs-core';

import { type BackendKernels, kernelConfigs } from './backend_kernels.js';
import { isKind, type Kind } from './entries.js';
import { findKernel, registerKernel } from './tfjs_seam.js';

/** The imported kernels, by the backend they are made for. */
const imported = new Map<string, BackendKernels>();

/** The kernels registered for each backend. */
const served = new Map<string, BackendKernels>();

/** The kernels for backends without their own, if the whole package is imported. */
let fallback: BackendKernels | null = null;

/** Adds a backend's kernels and registers them with tfjs. */
export function provideKernels(kind: Kind, kernels: BackendKernels): void {
  imported.set(kind, kernels);
  kernels.prepare?.();
  if (!served.has(kind)) serve(kind, kernels);
  registerMissingKernels(kind);
}

/** Adds the kernels for all other backends. */
export function provideFallback(kernels: BackendKernels): void {
  fallback = kernels;
}

export function fallbackKernels(): BackendKernels | null {
  return fallback;
}

export function importedKernels(kind: string): BackendKernels | undefined {
  return imported.get(kind);
}

/** Returns the backend that kernels were made for; undefined for those that compute on the host. */
export function kindOf(kernels: BackendKernels): string | undefined {
  return [...imported].find(([, others]) => others === kernels)?.[0];
}

export function servedKernels(backendName: string): BackendKernels | undefined {
  return served.get(backendName);
}

/** Returns a backend's kernels. Registers the fallback for a backend that has none of its own. */
export function kernelsOf(backendName: string): BackendKernels | undefined {
  if (fallback && !served.has(backendName) && !isKind(backendName)) serve(backendName, fallback);
  return served.get(backendName);
}

/** Registers the ops' kernels for a backend. */
export function serve(backendName: string, kernels: BackendKernels): void {
  served.set(backendName, kernels);
  registerAll(kernelConfigs(backendName, kernels));
}

/** Registers the kernels of tfjs' own ops that a backend lacks, if its kernels include them. */
export function registerMissingKernels(backendName: string): void {
  registerAll(served.get(backendName)?.missingKernels?.(backendName) ?? []);
}

function registerAll(configs: KernelConfig[]): void {
  for (const config of configs) {
    // tfjs warns about a second registration, so the first stays, even if another copy of this package
    // made it.
    if (!findKernel(config.kernelName, config.backendName)) registerKernel(config);
  }
}
