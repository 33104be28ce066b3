/** The jest project that runs, as jest.config.js sets it. */
declare global {
  const PROJECT: 'unit' | 'browser' | 'demo';
  /**
   * The drivers that tables run on: all; those of the quick set, or with the calls that it leaves out
   * all again; or all others.
   */
  const DRIVERS: 'all' | 'quick' | 'rest' | 'others';
  /** The drivers of the quick set, and the share of random calls that it makes on them. */
  const QUICK: { drivers: readonly string[]; share: number };
}

/** Describes what needs no backend, in the one project where tables run first. */
export function apartFromBackends(body: () => void): void {
  if (PROJECT === 'unit' && DRIVERS !== 'others') body();
}
