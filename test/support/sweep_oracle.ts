/**
 * Scatters, gathers and their gradients in plain loops over the place of each value, fast enough for calls that
 * the oracle would take seconds for. A target of -1 is dropped.
 */
import * as kinds from './oracle_combine.js';
import type { Rule } from './oracle_combine.js';
import type { NUMBERS } from './oracle_words.js';

/** The dtypes of numbers; bools are 0 and 1. */
export type Swept = (typeof NUMBERS)[number];

type Numbers = ArrayLike<number>;

const ofBools = (combine: (a: boolean, b: boolean) => boolean) => (a: number, b: number) =>
  Number(combine(a !== 0, b !== 0));

const KINDS: Record<Swept, kinds.Kind<number>> = {
  float32: kinds.float32,
  int32: kinds.int32,
  bool: {
    zero: 0,
    combine: Object.fromEntries(
      Object.entries(kinds.bool.combine).map(([name, ofTwo]) => [name, ofTwo && ofBools(ofTwo)]),
    ),
  },
};

export const gathered = (data: Numbers, sources: Numbers, dropped = 0): number[] =>
  Array.from(sources, (source) => (source < 0 ? dropped : data[source]));

export function scattered(
  dtype: Swept,
  { reduction, includeSelf }: Rule,
  data: Numbers,
  updates: Numbers,
  targets: Numbers,
): number[] {
  const { combine, divide = () => NaN } = KINDS[dtype];
  const ofTwo =
    reduction === 'none'
      ? (_: number, b: number) => b
      : combine[reduction === 'mean' ? 'add' : reduction];
  if (!ofTwo) throw new Error(`${dtype} has no ${reduction}`);
  const out = Array.from(data);
  const counts = new Int32Array(data.length);
  for (let i = 0; i < targets.length; i++) {
    const place = targets[i];
    if (place < 0) continue;
    const isFirst = counts[place]++ === 0 && !includeSelf;
    if (isFirst && reduction !== 'sub') out[place] = updates[i];
    else out[place] = ofTwo(isFirst ? 0 : out[place], updates[i]);
  }
  if (reduction !== 'mean') return out;
  return out.map((sum, place) =>
    counts[place] === 0 ? sum : divide(sum, counts[place] + Number(includeSelf)),
  );
}

function countsAt(targets: Numbers, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const place of Array.from(targets)) if (place >= 0) counts[place]++;
  return counts;
}

/** The gradients of a scatter of floats. */
export function gradientsOf(
  { reduction, includeSelf }: Rule,
  data: Numbers,
  updates: Numbers,
  targets: Numbers,
  dy: Numbers,
): { data: number[]; updates: number[] } {
  const counts = countsAt(targets, data.length);
  const last = new Int32Array(data.length).fill(-1);
  for (let i = 0; i < targets.length; i++) if (targets[i] >= 0) last[targets[i]] = i;
  const isFactor = (place: number) => counts[place] === 0 || (includeSelf && reduction !== 'none');
  const share = shareOf(reduction, includeSelf, data, updates, targets, counts);
  return {
    data: Array.from(data, (x, place) => {
      if (!isFactor(place)) return 0;
      return dy[place] * (counts[place] === 0 ? 1 : share(x, place));
    }),
    updates: Array.from(targets, (place, i) => {
      if (place < 0 || (reduction === 'none' && last[place] !== i)) return 0;
      return dy[place] * (reduction === 'sub' ? -1 : share(updates[i], place));
    }),
  };
}

/** The derivative of a place's result by one of its factors, which has this value. */
function shareOf(
  reduction: string,
  includeSelf: boolean,
  data: Numbers,
  updates: Numbers,
  targets: Numbers,
  counts: Int32Array,
): (x: number, place: number) => number {
  const rule = { reduction, includeSelf };
  if (reduction === 'mean') return (_, place) => 1 / (counts[place] + Number(includeSelf));
  if (reduction === 'max' || reduction === 'min') {
    const extrema = scattered('float32', rule, data, updates, targets);
    const ones = Array.from(targets, (place, i) =>
      Number(place >= 0 && updates[i] === extrema[place]),
    );
    const own = extrema.map((extremum, place) => Number(includeSelf && data[place] === extremum));
    const ties = scattered('float32', { reduction: 'add', includeSelf: true }, own, ones, targets);
    return (x, place) => (x === extrema[place] ? 1 / ties[place] : 0);
  }
  if (reduction === 'mul') {
    const products = scattered('float32', rule, data, updates, targets);
    return (x, place) => products[place] / x;
  }
  return () => 1;
}

/** The softmax of values that share a place; 0 where they are dropped. */
export function softmaxAt(x: Numbers, targets: Numbers, size: number): number[] {
  const start = new Float64Array(size);
  const maxima = scattered('float32', { reduction: 'max', includeSelf: false }, start, x, targets);
  const powers = Array.from(targets, (place, i) =>
    place < 0 ? 0 : Math.exp(x[i] - maxima[place]),
  );
  for (let i = 0; i < powers.length; i++) if (targets[i] >= 0) start[targets[i]] += powers[i];
  return powers.map((power, i) => (targets[i] < 0 ? 0 : power / start[targets[i]]));
}
