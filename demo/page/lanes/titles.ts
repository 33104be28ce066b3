/** Titles of the lanes, tfjs first. */

export const TITLES = ['TensorFlow.js', 'With this package'] as const;

export function titlesOf(isAccelerated: boolean): readonly [tfjs: string, ours: string] {
  return [isAccelerated ? `${TITLES[0]}, accelerated` : TITLES[0], TITLES[1]];
}
