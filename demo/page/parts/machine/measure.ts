/** Measures a comparison: medians of calls taken in turn, and whether the results are the same. */
import * as tf from '@tensorflow/tfjs';
import type { BackendName, Backends } from '../../shared/backend.js';
import { nextFrame } from '../../shared/loop.js';
import { median } from '../../shared/numbers.js';
import { differenceOf, settle, timeOf } from './clock.js';
import { HARDEST, type Call, type Comparison } from './comparisons.js';

export interface Result {
  title: string;
  what: string;
  backend: BackendName;
  /** Medians in ms; accelerated where that makes another kernel. */
  tfjs: number;
  accelerated?: number;
  ours: number;
  /** Whether tfjs' time was too long to measure, and extrapolated. */
  isEstimate: boolean;
  /** The largest difference of the results from tfjs' own, or unknown where that was not run. */
  difference?: number;
}

/** How many indices there are, four times as many as in the one before: squares all of them. */
export const SIZES = [256, 1024, 4096, 16_384, 65_536, 262_144] as const;

/** A call that nothing can stop may not take longer, in ms. */
const LONGEST_CALL = 2000;
/** A sample takes at least so long, for clocks of browsers are coarse, in ms. */
const SAMPLE = 4;
/** How long a comparison is to take, in ms, and the numbers of rounds that makes. */
const COMPARISON = 800;
const [FEWEST_ROUNDS, MOST_ROUNDS] = [3, 15];
/** The first size at which the hardest of tfjs' calls takes so long is the one for a machine. */
const TELLING = 100;

export interface MeasureOptions {
  size: number;
  backends: Backends;
  signal: AbortSignal;
  /** Gets the share of a comparison that is done. */
  progress?: (share: number) => void;
}

/** On the current backend. Rejects when the signal is aborted, between two calls. */
export async function measure(comparison: Comparison, options: MeasureOptions): Promise<Result> {
  const { size, backends, signal, progress } = options;
  const backend = backends.current;
  const expected = await expectedTime(comparison, options);
  const isEstimate = expected > LONGEST_CALL;
  return scoped(async () => {
    const { tfjs, ours } = comparison.prepare(size);
    const accelerate = comparison.acceleratedOn.includes(backend);
    const ways: Way[] = [{ name: 'ours', call: ours, accelerated: false }];
    if (!isEstimate) ways.unshift({ name: 'tfjs', call: tfjs, accelerated: false });
    if (accelerate) ways.push({ name: 'accelerated', call: tfjs, accelerated: true });
    const times = await interleaved(ways, { backends, signal, progress });
    const difference = isEstimate ? undefined : await differenceOf(ours, tfjs);
    return {
      title: comparison.title,
      what: comparison.describe(size),
      backend,
      tfjs: times.get('tfjs') ?? expected,
      accelerated: times.get('accelerated'),
      ours: times.get('ours') ?? NaN,
      isEstimate,
      difference,
    };
  });
}

/** The size at which this machine shows the differences without taking long. */
export async function fittingSize(options: Omit<MeasureOptions, 'size'>): Promise<number> {
  for (const size of SIZES) {
    const ms = await timeAtOnce(HARDEST, size, options.signal);
    if (ms > TELLING) return size;
  }
  return SIZES[SIZES.length - 1];
}

/** The time of tfjs' own kernel, measured where it is short, or extrapolated from fewer indices. */
async function expectedTime(comparison: Comparison, options: MeasureOptions): Promise<number> {
  let ms = 0;
  for (const size of SIZES) {
    if (size > options.size) break;
    // Four times the indices into four times the places.
    ms = 16 * ms > LONGEST_CALL ? 16 * ms : await timeAtOnce(comparison, size, options.signal);
  }
  return ms;
}

function timeAtOnce(comparison: Comparison, size: number, signal: AbortSignal): Promise<number> {
  return scoped(async () => {
    const { tfjs } = comparison.prepare(size);
    await nextFrame(signal);
    await settle(tfjs);
    await nextFrame(signal);
    return timeOf(tfjs, 1);
  });
}

interface Way {
  name: string;
  call: Call;
  /** Whether tfjs' own ops run on this package's kernels meanwhile. */
  accelerated: boolean;
}

/** The median of each way, of samples taken in turn. */
async function interleaved(
  ways: readonly Way[],
  { backends, signal, progress }: Omit<MeasureOptions, 'size'>,
): Promise<Map<string, number>> {
  const sample = (way: Way, repeats: number) => {
    backends.accelerate(way.accelerated);
    try {
      return timeOf(way.call, repeats);
    } finally {
      backends.accelerate(false);
    }
  };
  const plans: { way: Way; repeats: number; times: number[] }[] = [];
  let round = 0;
  for (const way of ways) {
    // The first call compiles programs, the second tells how many of them make a sample.
    await nextFrame(signal);
    sample(way, 1);
    await nextFrame(signal);
    const ms = sample(way, 1);
    const repeats = Math.min(50, Math.max(1, Math.ceil(SAMPLE / ms)));
    plans.push({ way, repeats, times: [] });
    round += ms * repeats;
  }
  const rounds = Math.min(MOST_ROUNDS, Math.max(FEWEST_ROUNDS, Math.floor(COMPARISON / round)));
  for (let i = 0; i < rounds; i++) {
    for (const { way, repeats, times } of plans) {
      await nextFrame(signal);
      times.push(sample(way, repeats));
    }
    progress?.((i + 1) / rounds);
  }
  return new Map(plans.map(({ way, times }) => [way.name, median(times)]));
}

/** Runs something and frees the tensors that it made. */
async function scoped<Value>(run: () => Promise<Value>): Promise<Value> {
  tf.engine().startScope();
  try {
    return await run();
  } finally {
    tf.engine().endScope();
  }
}
