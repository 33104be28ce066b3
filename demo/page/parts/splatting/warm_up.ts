/** The first frame or step in pieces: it compiles dozens of programs, for each of which the page waits. */
import type { ComputingContext } from '../../part.js';

/** Names of what was compiled; the page keeps programs as long as it lives. */
const compiled = new Set<string>();

/**
 * Does pieces of work one after the other, and lets the page answer before each. Work of the same name
 * is done once. Only webgl needs it: webgpu compiles by itself meanwhile, and the others compile nothing.
 */
export async function warmUp(
  name: string,
  pieces: readonly (() => void)[],
  { backends, signal }: Pick<ComputingContext, 'backends' | 'signal'>,
): Promise<void> {
  if (backends.current !== 'webgl' || compiled.has(name)) return;
  for (const piece of pieces) {
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    piece();
  }
  compiled.add(name);
}
