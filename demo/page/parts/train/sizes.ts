/** The data of races and how lanes compute. Shared by the page and its workers. */

export const DATA = ['communities', 'karate', 'words'] as const;

/** Numbers of nodes that a graph of communities may have. */
export const SIZES = [400, 1000, 2000, 4000, 10_000];
/** The sizes to try, up to the race's own. Each predicts whether the next would take too long. */
export const sizesUpTo = (size: number): number[] => [
  ...new Set([100, SIZES[SIZES.indexOf(size) - 2] ?? 100, size]),
];

export interface Setup {
  data: (typeof DATA)[number];
  /** Number of nodes; communities only. */
  nodes: number;
}

/** Steps of a race. A step with words reads a batch; a step with a graph reads all of it. */
export const stepsOf = ({ data }: Setup) => (data === 'words' ? 1200 : 200);

/** How a lane computes. tfjs has two ways: a dense product, or gather, multiply and segment sum. */
export type Route = 'package' | 'dense' | 'gather';
