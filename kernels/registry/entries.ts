/** The package's entry points, for error messages that say which import is missing. */
import { isOneOf, show, wrong } from '../call/errors.js';

export const PACKAGE = 'tfjs-gather-scatter';

/** The backends with their own kernels and entry point. */
export const KINDS = ['cpu', 'webgl', 'wasm', 'webgpu'] as const;

export type Kind = (typeof KINDS)[number];

/** The kinds of backends that packages of tfjs register under a second name: React Native's. */
const SECOND_NAMES = new Map<string, Kind>([['rn-webgl', 'webgl']]);

/** The names of backends with their own kernels. */
export const BACKENDS: readonly string[] = [...KINDS, ...SECOND_NAMES.keys()];

/** Returns the kind of a backend; undefined if only the host has kernels for it. */
export function kindOf(backendName: string): Kind | undefined {
  return isOneOf(backendName, KINDS) ? backendName : SECOND_NAMES.get(backendName);
}

/** Makes the error for a call on a backend whose kernels are not imported. */
export function noKernels(backendName: string): Error {
  return wrong(
    `the backend ${show(backendName)} has no kernels from this package`,
    `import '${entryOf(kindOf(backendName) ?? 'cpu')}' for this backend, or import '${PACKAGE}' for all backends`,
  );
}

/** Returns the entry point that registers the kernels of a kind. */
export function entryOf(kind: Kind): string {
  return `${PACKAGE}/backend-${kind}`;
}
