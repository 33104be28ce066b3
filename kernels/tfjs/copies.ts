/**
 * What copies of this package share. A page can have several: bundles of single entry points, ES modules beside
 * CommonJS, or two installations. tfjs' engine is one for all, even for several copies of tfjs-core.
 */
import { engine } from './seam.js';

/**
 * The number of what travels between copies: the inputs and attributes of private kernels, and the state below.
 * Raise it with every change to these, which `test/package/copies.test.ts` lists. Copies with different numbers share
 * no state, and never answer each other's calls.
 */
const PROTOCOL = 2;

const COPIES: unique symbol = Symbol.for(`tfjs-gather-scatter@${PROTOCOL}`);

/** Returns the name of a kernel that only this package runs. */
export function privateName(kernelName: string): string {
  return `${kernelName}@${PROTOCOL}`;
}

/** Returns the state of this name that all copies share. The first copy makes it. */
export function shared<State extends object>(name: string, make: () => State): State {
  const anchor = engine() as { [COPIES]?: Map<string, object> };
  const states = (anchor[COPIES] ??= new Map<string, object>());
  const state = (states.get(name) as State | undefined) ?? make();
  states.set(name, state);
  return state;
}
