/** What can be raced on, and how, in terms that the page and its workers share. */

export const DATA = ['communities', 'karate', 'words'] as const;

/** Numbers of nodes that a graph of communities may have. */
export const SIZES = [400, 1000, 2000, 4000, 10_000];
/** The sizes to try a way at, up to that of a race: each foretells whether the next takes too long. */
export const sizesUpTo = (size: number): number[] => [
  ...new Set([100, SIZES[SIZES.indexOf(size) - 2] ?? 100, size]),
];

export interface Setup {
  data: (typeof DATA)[number];
  /** Number of nodes; for communities alone. */
  nodes: number;
}

/** Steps of a race: one of words reads a batch of them, one of a graph all of it. */
export const stepsOf = ({ data }: Setup) => (data === 'words' ? 1200 : 200);

/** How a lane computes: tfjs has two ways, a dense product, or gather, multiply and segment sum. */
export type Route = 'package' | 'dense' | 'gather';
