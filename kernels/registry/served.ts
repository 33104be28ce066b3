/**
 * The kernels that were imported and the backends they are registered for. All entry points share this
 * state.
 */
import type { KernelConfig } from '@tensorflow/tfjs-core';

import { type BackendKernels, kernelConfigs } from './backend_kernels.js';
import { CallError } from '../call/errors.js';
import { isKind, type Kind, notImported, unknownKind } from './entries.js';
import { show } from '../call/messages.js';
import { findKernel, registerKernel } from '../tfjs/seam.js';

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

/**
 * Registers kernels for a backend: those of a kind, or for a name that is none, the fallback or else `host`.
 * Throws as registerKernels does.
 */
export function serveAs(backendName: string, kind: string, host: BackendKernels): void {
  const before = served.get(backendName);
  if (!before || kind !== backendName) {
    const kernels = kernelsFor(backendName, kind, host);
    if (!before) serve(backendName, kernels);
    else if (kernels !== before) {
      throw new CallError(
        `kind is ${show(kind)}, but the backend ${show(backendName)} already has other ` +
          'kernels; expected a backend without kernels.',
      );
    }
  }
  registerMissingKernels(backendName);
}

function kernelsFor(backendName: string, kind: string, host: BackendKernels): BackendKernels {
  if (isKind(kind)) {
    const kernels = imported.get(kind);
    if (kernels) return kernels;
    throw notImported(kind);
  }
  if (kind !== backendName) throw unknownKind(kind);
  return fallback ?? host;
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
function registerMissingKernels(backendName: string): void {
  registerAll(served.get(backendName)?.missingKernels?.(backendName) ?? []);
}

function registerAll(configs: KernelConfig[]): void {
  for (const config of configs) {
    // tfjs warns about a second registration, so the first stays, even if another copy of this package
    // made it.
    if (!findKernel(config.kernelName, config.backendName)) registerKernel(config);
  }
}
