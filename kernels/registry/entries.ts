/**
 * The package's entry points, for error messages that say which import is missing.
 */
import { CallError } from '../call/errors.js';
import { isOneOf, oneOf, show } from '../call/messages.js';

const PACKAGE = 'tfjs-gather-scatter';

/** The backends with their own kernels and entry point. */
export const KINDS = ['cpu', 'webgl', 'wasm', 'webgpu'] as const;

export type Kind = (typeof KINDS)[number];

export function isKind(name: string): name is Kind {
  return isOneOf(name, KINDS);
}

/** Makes the error for a call on a backend whose kernels are not imported. */
export function noKernels(backendName: string): Error {
  const whole = `import '${PACKAGE}' for all backends`;
  const mend = isKind(backendName)
    ? `import '${entryOf(backendName)}' for this backend`
    : `a call to registerKernels(${show(backendName)})`;
  return new CallError(
    `the backend ${show(backendName)} has no kernels from this package, expected ${mend}, ` +
      `or ${whole}.`,
  );
}

/** Makes the error of registerKernels for a kind whose kernels are not imported. */
export function notImported(kind: Kind): Error {
  return new CallError(
    `kind is ${show(kind)}, whose kernels are not imported; expected ` +
      `import '${entryOf(kind)}' before the call, or import '${PACKAGE}'.`,
  );
}

/** Makes the error of registerKernels for an unknown kind. */
export function unknownKind(kind: string): Error {
  return new CallError(`kind is ${show(kind)}, expected ${oneOf(KINDS)}.`);
}

/** Makes the error of registerKernels for a name that is no backend's. */
export function unknownBackend(backendName: string, known: string[]): Error {
  return new CallError(
    `backendName is ${show(backendName)}, expected a backend that tfjs has: ${oneOf(known)}; register another ` +
      'one with tf.registerBackend before the call.',
  );
}

function entryOf(kind: Kind): string {
  return `${PACKAGE}/backend-${kind}`;
}
