/** What the benchmark computes, and at which sizes. Shared by the page and the workers. */

/** What is computed, and the op that stock tfjs has for it. */
export const COMPARISONS = {
  rows: ['Gather rows', 'tf.gather'],
  elements: ['Gather elements', 'tf.gatherND'],
  add: ['Scatter-add', 'tf.scatterND'],
  replace: ['Replace elements', 'tf.tensorScatterUpdate'],
  sums: ['Sum of each segment', 'tf.unsortedSegmentSum'],
  gradient: ['Gradient of an embedding', 'tf.grad of tf.gather'],
  maxima: ['Maximum of each segment', 'tf.where, tf.max'],
} as const;

export type ComparisonId = keyof typeof COMPARISONS;
export const COMPARISON_IDS = Object.keys(COMPARISONS) as ComparisonId[];

/** Numbers of indices: the smallest times a power of 4, so all of them are squares. */
export const SMALLEST = 256;
export const SIZES = { small: 1024, medium: 16_384, large: 262_144 };
export const SIZE_NAMES = Object.keys(SIZES) as (keyof typeof SIZES)[];
