/** Numbers as text, with no more digits than the measurement justifies. */

/** Two significant digits, with thousands separators: 13,000 or 0.0023. */
export const twoDigits = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: 2 });

/** A time in milliseconds or seconds. */
export const timeText = (ms: number) =>
  ms < 1000 ? `${twoDigits(ms)} ms` : `${twoDigits(ms / 1000)} s`;

export const thousands = (count: number) => count.toLocaleString('en');

/** A quantile of some values, such as 0.5 for the median. NaN if there are no values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** The lower quartile, the median and the upper quartile. */
export const quartilesOf = (values: readonly number[]) =>
  [0.25, 0.5, 0.75].map((share) => quantile(values, share));

/** The ratios that a headline may state. Finer ones would change from run to run. */
const RATIOS = [1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000];

export interface Speed {
  /** How many times faster the package is. Below 1, it is slower. */
  ratio: number;
  /** `15 to 30 times as fast` or `About as fast`. */
  text: string;
}

/** Speeds are compared once each side has taken this many steps. */
export const ENOUGH = 5;

/** Compares times of steps; undefined until each side has enough of them. */
export function compare(theirs: readonly number[], ours: readonly number[]): Speed | undefined {
  if (Math.min(theirs.length, ours.length) < ENOUGH) return undefined;
  return compareQuartiles(quartilesOf(theirs), quartilesOf(ours));
}

/** Compares times given by their quartiles. */
export function compareQuartiles(theirs: readonly number[], ours: readonly number[]): Speed {
  const ratio = theirs[1] / ours[1];
  if (Math.abs(Math.log(ratio)) < Math.log(1.15)) return { ratio, text: 'About as fast' };
  const low = theirs[0] / ours[2];
  const high = theirs[2] / ours[0];
  const text =
    ratio > 1 ? `${rangeText(low, high)} as fast` : `${rangeText(1 / high, 1 / low)} slower`;
  return { ratio, text };
}

/** The closest listed ratios that enclose what was measured. */
function rangeText(low: number, high: number): string {
  const from = Math.max(1, ...RATIOS.filter((ratio) => ratio <= low));
  const to = RATIOS.find((ratio) => ratio >= high) ?? 1000;
  return from === to ? `${from} times` : `${from} to ${to} times`;
}
