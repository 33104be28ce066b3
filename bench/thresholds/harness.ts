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
  /** The title of its rows: the constant, and what it counts. */
  title: string;
  /** The constant. */
  name: string;
  /** The values to try, in ascending order. */
  values: number[];
  /**
   * The way below the threshold and the one from it on. Without them, the constant is set to each of
   * `values`, and timed against its own value.
   */
  ways?: [below: string, above: string];
  /** The values of the constant that force the two ways. Default: Infinity and 0. */
  forcedBy?: [below: number, above: number];
  /** Values for other thresholds, in both ways. */
  given?: Values;
  callAt: (value: number) => Call;
}

export interface TimedBackend {
  start(): Promise<void>;
  /** Makes the next calls use the thresholds that were set. */
  apply(thresholds: Values): void | Promise<void>;
  /** Waits until results are computed. */
  finish?(): void | Promise<void>;
  /** Throws if anything failed that no call reported. */
  end?(): void;
}

export const threshold = (
  name: string,
  counted: string,
  values: number[],
  callAt: Threshold['callAt'],
  more: Pick<Threshold, 'ways' | 'forcedBy' | 'given'> = {},
): Threshold => ({ name, title: `${name}: ${counted}`, values, callAt, ...more });

/** A way to compute, and the thresholds that select it. */
type Way = [name: string, changed: Values];

const WARM_UP = 2;
const ROUNDS = 11;

/** Several short calls are timed together, so that the clock and waiting matter little. */
const ENOUGH_MS = 15;
const MOST_CALLS = 16;

/** Defines the global `run`, by which the script that loaded this file times a backend's thresholds. */
export function offer(backend: TimedBackend, thresholds: Threshold[]): void {
  const run = async (): Promise<Comparison[]> => {
    await backend.start();
    const harness = new Harness(backend);
    const found: Comparison[] = [];
    for (const threshold of thresholds) found.push(...(await harness.around(threshold)));
    backend.end?.();
    return found;
  };
  Object.assign(globalThis, { run });
}

class Harness {
  /** The constants that settable.mjs made settable, and their initial values. */
  private readonly current = (globalThis as typeof globalThis & { thresholds: Values }).thresholds;
  private readonly own = { ...this.current };

  constructor(private readonly backend: TimedBackend) {}

  async around({
    title,
    name,
    values,
    ways,
    forcedBy = [Infinity, 0],
    given = {},
    callAt,
  }: Threshold): Promise<Comparison[]> {
    const from = this.own[name];
    const found: Comparison[] = [];
    for (const value of values) {
      const own: Way = [String(from), given];
      const [first, second] = ways
        ? ways.map((way, i): Way => [way, { ...given, [name]: forcedBy[i] }])
        : [[String(value), { ...given, [name]: value }] satisfies Way, own];
      const times = await this.compare(title, [first, second], () => callAt(value));
      const named = [first, second].map(([name], i) => ({ name, ms: times[i] }));
      found.push({ title, from, value, ways: named, ...(ways ? {} : { isOwnSecond: true }) });
    }
    return found;
  }

  /** Sets some thresholds, and resets all others. */
  private async use(changed: Values): Promise<void> {
    const unknown = Object.keys(changed).find((name) => !(name in this.own));
    if (unknown) throw new Error(`The backend has no threshold ${unknown}.`);
    Object.assign(this.current, this.own, changed);
    await this.backend.apply(this.current);
  }

  private async compare(title: string, ways: Way[], makeCall: () => Call): Promise<number[]> {
    tf.engine().startScope();
    try {
      await this.use({});
      const call = makeCall();
      await this.checkSameResults(title, call, ways);
      return await this.leastTimes(call, ways);
    } finally {
      await this.use({});
      tf.engine().endScope();
    }
  }

  private async checkSameResults(title: string, call: Call, ways: Way[]): Promise<void> {
    const results: Uint32Array[] = [];
    for (const [, changed] of ways) {
      await this.use(changed);
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
  private async leastTimes(call: Call, ways: Way[]): Promise<number[]> {
    const least = ways.map(() => Infinity);
    let calls = 1;
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [i, [, changed]] of ways.entries()) {
        await this.use(changed);
        const ms = await this.time(call, calls);
        if (round >= 0) least[i] = Math.min(least[i], ms);
        else calls = Math.max(calls, Math.min(MOST_CALLS, Math.ceil(ENOUGH_MS / ms)));
      }
    }
    return least;
  }

  /** The ms of a call, after one that compiles programs and fills caches. */
  private async time(call: Call, calls: number): Promise<number> {
    call().dispose();
    await this.backend.finish?.();
    const start = performance.now();
    for (let i = 0; i < calls; i++) call().dispose();
    await this.backend.finish?.();
    return (performance.now() - start) / calls;
  }
}
