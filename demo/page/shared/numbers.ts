/** Numbers in words: rounded as far as they were measured. */

/** A number with two significant digits, and thousands apart: 13,000 or 0.0023. */
export const twoDigits = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: 2 });

/** A time in a unit that reads well. */
export const timeText = (ms: number) =>
  ms < 1000 ? `${twoDigits(ms)} ms` : `${twoDigits(ms / 1000)} s`;

export const thousands = (count: number) => count.toLocaleString('en');

/** A quantile of some values, between 0 and 1: that of 0.5 is the median. NaN of none. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** The lower quartile, the median and the upper quartile. */
export const quartilesOf = (values: readonly number[]) =>
  [0.25, 0.5, 0.75].map((share) => quantile(values, share));

/** The ratios that a headline may name: finer ones would change from one run to the next. */
const RATIOS = [1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000];

export interface Speed {
  /** The package's steps take this many times less: below 1, more. */
  ratio: number;
  /** `15 to 30 times as fast` or `About as fast`. */
  text: string;
}

/** Steps of each side from which on a speed is told. */
export const ENOUGH = 5;

/** Compares times of steps; undefined until each side has enough of them. */
export function compare(theirs: readonly number[], ours: readonly number[]): Speed | undefined {
  if (Math.min(theirs.length, ours.length) < ENOUGH) return undefined;
  return compareQuartiles(quartilesOf(theirs), quartilesOf(ours));
}

/** Compares times of which only the quartiles are left. */
export function compareQuartiles(theirs: readonly number[], ours: readonly number[]): Speed {
  const ratio = theirs[1] / ours[1];
  if (Math.abs(Math.log(ratio)) < Math.log(1.15)) return { ratio, text: 'About as fast' };
  const low = theirs[0] / ours[2];
  const high = theirs[2] / ours[0];
  const text =
    ratio > 1 ? `${rangeText(low, high)} as fast` : `${rangeText(1 / high, 1 / low)} slower`;
  return { ratio, text };
}

/** The neighbours in the list of ratios that have between them what was measured. */
function rangeText(low: number, high: number): string {
  const from = Math.max(1, ...RATIOS.filter((ratio) => ratio <= low));
  const to = RATIOS.find((ratio) => ratio >= high) ?? 1000;
  return from === to ? `${from} times` : `${from} to ${to} times`;
}
