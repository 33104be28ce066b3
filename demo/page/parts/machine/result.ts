/** Results of the benchmark, and how they read in words. */
import type { BackendName } from '../../shared/backends.js';
import { compareQuartiles, twoDigits } from '../../shared/numbers.js';
import type { ComparisonId } from './comparisons.js';

/** The quartiles of the times of a call, in ms; null for a side that cannot compute. */
export type Times = readonly number[] | null;

export interface Result {
  id: ComparisonId;
  backend: BackendName;
  /** Number of indices. */
  size: number;
  stock: Times;
  ours: Times;
  /** The largest difference between the results of both. */
  difference: number | null;
  /** Why a side has no times, or ''. */
  error: string;
}

/** The results of a run: fewer than all if it was stopped. */
export interface Report {
  /** When it began, in ms since 1970. */
  when: number;
  browser: string;
  /** The backends that the run is for. */
  backends: readonly BackendName[];
  results: readonly Result[];
}

/** How the package compares with stock tfjs, and the winner, by the name of its colour. */
export function outcomeOf({ stock, ours }: Result) {
  if (ours === null) return { text: 'Fails', winner: 'stock' };
  if (stock === null) return { text: 'Only this package works', winner: 'ours' };
  const { text, ratio } = compareQuartiles(stock, ours);
  return { text, winner: text === 'About as fast' ? 'other' : ratio > 1 ? 'ours' : 'stock' };
}

/** How often each side wins. */
export function verdictOf(results: readonly Result[]): string {
  const count = (wanted: string) =>
    results.filter((one) => outcomeOf(one).winner === wanted).length;
  const [ours, stock, other] = ['ours', 'stock', 'other'].map(count);
  return `this package wins ${ours}, stock tfjs wins ${stock}, and they tie in ${other}`;
}

/** Whether both results are equal up to rounding, which depends on the order of a sum. */
export function samenessOf({ stock, ours, difference }: Result): string {
  if (stock === null || ours === null) return '–';
  return difference !== null && difference <= 1e-4
    ? 'yes'
    : `differs by ${twoDigits(difference ?? NaN)}`;
}
