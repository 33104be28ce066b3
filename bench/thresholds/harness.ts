/**
 * Times whole calls in both ways near thresholds. The two ways take turns with the same data, and their
 * results must be equal bit by bit.
 */
import * as tf from '@tensorflow/tfjs';

export type Call = () => tf.Tensor;

/** Two ways to compute the same result, at a value near the threshold that decides between them. */
interface Comparison {
  title: string;
  /** The threshold: from here on, the kernels take the second way. */
  from: number;
  value: number;
  /** The way below the threshold and the one from it on, with their times in ms. */
  ways: { name: string; ms: number }[];
  /** Set if the second way is always the kernels' own, and the first one tries another value. */
  isOwnSecond?: true;
}

/** Values of thresholds, by constant. */
type Values = Readonly<Record<string, number>>;

/** A threshold, and calls around it. */
export interface Threshold {
  /** The constant. */
  name: string;
  /** What it counts, for the title of its rows. */
  counted: string;
  /** The values to try, in ascending order. */
  values: number[];
  /**
   * The way below the threshold and the one from it on. Without them, the constant is set to each of
   * `values`, and timed against its own value.
   */
  ways?: [below: string, above: string];
  callAt: (value: number) => Call;
}

/** A way to compute, and the thresholds that select it. */
type Way = [name: string, changed: Values];

const WARM_UP = 2;
const ROUNDS = 11;

/** Several short calls are timed together, so that the clock matters little. */
const ENOUGH_MS = 15;
const MOST_CALLS = 16;

/** The constants that settable.mjs made settable, and their initial values. */
const current = (globalThis as typeof globalThis & { thresholds: Values }).thresholds;
const own = { ...current };

/** Sets some thresholds, and resets all others. */
function use(changed: Values): void {
  const unknown = Object.keys(changed).find((name) => !(name in own));
  if (unknown) throw new Error(`The backend has no threshold ${unknown}.`);
  Object.assign(current, own, changed);
}

export async function timeAround({
  name,
  counted,
  values,
  ways,
  callAt,
}: Threshold): Promise<Comparison[]> {
  const [from, title] = [own[name], `${name}: ${counted}`];
  const found: Comparison[] = [];
  for (const value of values) {
    const pair: Way[] = ways
      ? [
          [ways[0], { [name]: Infinity }],
          [ways[1], { [name]: 0 }],
        ]
      : [
          [String(value), { [name]: value }],
          [String(from), {}],
        ];
    const times = await compare(title, pair, () => callAt(value));
    const named = pair.map(([way], i) => ({ name: way, ms: times[i] }));
    found.push({ title, from, value, ways: named, ...(ways ? {} : { isOwnSecond: true }) });
  }
  return found;
}

async function compare(title: string, ways: Way[], makeCall: () => Call): Promise<number[]> {
  tf.engine().startScope();
  try {
    use({});
    const call = makeCall();
    await checkSameResults(title, call, ways);
    return leastTimes(call, ways);
  } finally {
    use({});
    tf.engine().endScope();
  }
}

async function checkSameResults(title: string, call: Call, ways: Way[]): Promise<void> {
  const results: Uint32Array[] = [];
  for (const [, changed] of ways) {
    use(changed);
    const result = call();
    const { buffer, byteOffset, length } = (await result.data()).slice();
    results.push(new Uint32Array(buffer, byteOffset, length));
    result.dispose();
  }
  const [first, second] = results;
  if (first.some((bits, i) => bits !== second[i])) {
    throw new Error(`${title}: the two ways give different results.`);
  }
}

/** The lowest ms of a call in each way: anything else that runs on the machine only adds to it. */
function leastTimes(call: Call, ways: Way[]): number[] {
  const least = ways.map(() => Infinity);
  let calls = 1;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [i, [, changed]] of ways.entries()) {
      use(changed);
      const start = performance.now();
      for (let k = 0; k < calls; k++) call().dispose();
      const ms = (performance.now() - start) / calls;
      if (round >= 0) least[i] = Math.min(least[i], ms);
      else calls = Math.max(calls, Math.min(MOST_CALLS, Math.ceil(ENOUGH_MS / ms)));
    }
  }
  return least;
}
