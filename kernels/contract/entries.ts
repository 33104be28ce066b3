/**
 * The names of this package's imports, for messages that say which one is missing.
 */
import { isOneOf, oneOf, show } from './messages.js';

const PACKAGE = 'tfjs-gather-scatter';

/** The backends for which the package has kernels of their own, each by an entry. */
export const KINDS = ['cpu', 'webgl', 'wasm', 'webgpu'] as const;

export type Kind = (typeof KINDS)[number];

export function isKind(name: string): name is Kind {
  return isOneOf(name, KINDS);
}

/** Makes the error of a call on a backend whose kernels nobody has imported. */
export function noKernels(caller: string, backendName: string): Error {
  const whole = `import '${PACKAGE}', which serves every backend`;
  const own = isKind(backendName)
    ? `import '${entryOf(backendName)}' for this one`
    : `call registerKernels(${show(backendName)}) before`;
  return new Error(
    `${caller}: the backend ${show(backendName)} has no kernels of this package, expected those of an ` +
      `import: ${own}, or ${whole}.`,
  );
}

/** Makes the error of asking for kernels of a kind that nobody has imported. */
export function notImported(kind: Kind): Error {
  return new Error(
    `registerKernels: kind is ${show(kind)}, whose kernels are not imported; expected ` +
      `import '${entryOf(kind)}' before the call, or import '${PACKAGE}'.`,
  );
}

/** Makes the error of asking for kernels of a kind that there is not. */
export function unknownKind(kind: string): Error {
  return new Error(`registerKernels: kind is ${show(kind)}, expected ${oneOf(KINDS)}.`);
}

function entryOf(kind: Kind): string {
  return `${PACKAGE}/backend-${kind}`;
}
