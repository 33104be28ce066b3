/**
 * Flags in tfjs' environment: the one that all entry points register, and those that choose a way to compute. Like
 * tfjs' own flags, they can also be set in a page's URL. Importing the file that reads a flag registers it.
 */
import { invalidOption, isOneOf, oneOf } from '../call/errors.js';
import { env } from '../tfjs/seam.js';

/** Whether to read back and check indices that are only on the GPU, at the cost of a stall. */
export const CHECK_INDICES = 'GATHER_SCATTER_CHECK_INDICES';

export function checksIndices(): boolean {
  return env().getBool(CHECK_INDICES);
}

/** Returns whether a read-back is allowed, by the flag or by tfjs' debug mode. */
export function allowsStalls(): boolean {
  return checksIndices() || env().getBool('DEBUG');
}

/** Registers a flag that is one of some words, by default the first. Returns a function that reads it. */
export function wordFlag<Word extends string>(flag: string, words: readonly Word[]): () => Word {
  env().registerFlag(flag, () => words[0]);
  return () => {
    const word = env().get(flag);
    if (isOneOf(word, words)) return word;
    throw invalidOption(`the flag ${flag}`, word, oneOf(words));
  };
}
