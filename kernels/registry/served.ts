/** The kernels that were imported, and the backends they are registered for, for all entry points. */
import type { BackendKernels } from './backend_kernels.js';
import { kernelConfigs } from './kernel_configs.js';
import { invalidOption, oneOf, show, wrong } from '../call/errors.js';
import { CHECK_INDICES } from './flags.js';
import { entryOf, type Kind, kindOf, KINDS, noKernels, PACKAGE } from './entries.js';
import { engine, env, findKernel, registerKernel } from '../tfjs/seam.js';

// All entry points import this file.
env().registerFlag(CHECK_INDICES, () => false);

/** The imported kernels, by the backend they are made for. */
const imported = new Map<Kind | 'others', BackendKernels>();

/** The kernels registered for each backend. */
const served = new Map<string, BackendKernels>();

/** Adds a backend's kernels and registers them with tfjs; those for 'others' wait for a backend. */
export function provideKernels(kind: Kind | 'others', kernels: BackendKernels): void {
  imported.set(kind, kernels);
  if (kind !== 'others') serve(kind, served.get(kind) ?? kernels);
}

/** Makes sure that a backend has the kernels imported for it, and returns them; undefined if there are none. */
export function ensureKernels(backendName: string): BackendKernels | undefined {
  const kernels = imported.get(kindOf(backendName) ?? 'others');
  if (kernels && !served.has(backendName)) serve(backendName, kernels);
  return served.get(backendName);
}

/** Registers kernels for a backend: those of a kind, or for a name that is none, those for others. */
export function serveAs(backendName: string, kind: string): void {
  const before = served.get(backendName);
  const kernels = before && kind === backendName ? before : kernelsFor(backendName, kind);
  if (before && kernels !== before) {
    const found = `kind is ${show(kind)}, but the backend ${show(backendName)} already has other kernels`;
    throw wrong(found, 'a backend without kernels');
  }
  serve(backendName, kernels);
}

function kernelsFor(backendName: string, kind: string): BackendKernels {
  const known = kindOf(kind);
  if (known) {
    const kernels = imported.get(known);
    if (kernels) return kernels;
    const found = `kind is ${show(known)}, whose kernels are not imported`;
    throw wrong(found, `import '${entryOf(known)}' before the call, or import '${PACKAGE}'`);
  }
  if (kind !== backendName) throw invalidOption('kind', kind, oneOf(KINDS));
  const { registryFactory } = engine();
  if (backendName in registryFactory) {
    const kernels = imported.get('others');
    if (kernels) return kernels;
    throw noKernels(backendName);
  }
  const others = 'register another one with tf.registerBackend before the call';
  const expected = `a backend that tfjs has: ${oneOf(Object.keys(registryFactory))}; ${others}`;
  throw invalidOption('backendName', backendName, expected);
}

/** Registers kernels for a backend: the package's, and those of tfjs' own ops that it lacks. */
export function serve(backendName: string, kernels: BackendKernels): void {
  served.set(backendName, kernels);
  const missing = kernels.missingKernels?.(backendName) ?? [];
  for (const config of [...kernelConfigs(backendName, kernels), ...missing]) {
    // tfjs warns about a second registration, so the first stays, even if another copy of this package
    // made it.
    if (!findKernel(config.kernelName, backendName)) registerKernel(config);
  }
}
