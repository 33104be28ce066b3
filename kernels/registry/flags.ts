/**
 * The flag in tfjs' environment that all entry points register, and those that choose a way to compute. Like tfjs'
 * own flags, they can also be set in a page's URL.
 */
import { invalidOption, isOneOf, oneOf } from '../call/errors.js';
import { env } from '../tfjs/seam.js';

/** Whether to read back and check indices that are only on the GPU, at the cost of a stall. */
export const CHECK_INDICES = 'GATHER_SCATTER_CHECK_INDICES';

let isRegistered = false;

/** Registers the flag, once for all entry points. */
export function registerCheckFlag(): void {
  if (isRegistered) return;
  isRegistered = true;
  env().registerFlag(CHECK_INDICES, () => false);
}

/** Returns whether the flag asks for all indices to be checked. */
export function checksIndices(): boolean {
  return env().getBool(CHECK_INDICES);
}

/** Returns whether a read-back is allowed, by the flag or by tfjs' debug mode. */
export function allowsStalls(): boolean {
  return checksIndices() || env().getBool('DEBUG');
}

/** Returns the word that a flag is set to. */
export function wordOf<Word extends string>(flag: string, words: readonly Word[]): Word {
  const word = env().get(flag);
  if (isOneOf(word, words)) return word;
  throw invalidOption(`the flag ${flag}`, word, oneOf(words));
}
