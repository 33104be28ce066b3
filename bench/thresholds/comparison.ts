/** Two ways to compute the same result, at a value near the threshold that decides between them. */
export interface Comparison {
  /** The things that the threshold counts. */
  counted: string;
  /** The threshold: from here on the kernels take the second way. */
  from: number;
  value: number;
  /** The way below the threshold and the one from it on, with their times in ms. */
  ways: { name: string; ms: number }[];
  /** Set where the second way is the kernels' own at every value, and the first one tries another value. */
  isOwnSecond?: true;
}
