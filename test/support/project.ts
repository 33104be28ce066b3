/** The current jest project, as set by jest.config.js. */
declare global {
  const PROJECT: 'unit' | 'browser' | 'demo';
  /**
   * The drivers that tables run on: all; those of the quick set; all, without the calls of the
   * quick set; or all that the quick set leaves out.
   */
  const DRIVERS: 'all' | 'quick' | 'rest' | 'others';
  /** The drivers of the quick set, and its share of random calls on them. */
  const QUICK: { drivers: readonly string[]; share: number };
  /** The package's entries, and the module of each, without an extension. */
  const MODULES: Record<string, string>;
}

/** Describes tests that need no backend, only in the project that runs tables first. */
export function describeWithoutBackend(body: () => void): void {
  if (PROJECT === 'unit' && DRIVERS !== 'others') body();
}
