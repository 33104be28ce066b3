/** Measures a comparison: finds a size that both sides take in good time, and samples both in turn. */
import { median } from '../../shared/numbers.js';
import { SIZES } from './comparisons.js';
import type { Result } from './result.js';

/** One side of a comparison; its errors are rejections. */
export interface Side {
  /** Makes the inputs of a size and warms up. */
  prepare(size: number): Promise<void>;
  /** Returns the ms of one of several calls in a row. */
  time: (repeats: number) => Promise<number>;
}

export interface Contest {
  tfjs: Side;
  ours: Side;
  /** Times tfjs' own op on the package's kernels, after `ours` was prepared. */
  accelerated?: (repeats: number) => Promise<number>;
  /** Compares the results of both sides as they were prepared last. */
  difference: () => Promise<number>;
  /** The step of the clock, in ms. */
  clockStep: number;
  /** Number of indices; undefined chooses one that fits. */
  size: number | undefined;
  /** Gets the share that is done. */
  onProgress: (share: number) => void;
}

export type Measured = Pick<
  Result,
  'size' | 'tfjs' | 'accelerated' | 'ours' | 'isEstimate' | 'difference' | 'error'
>;

/** Longest call that is allowed, in ms: a GPU that is busy for longer holds up the whole screen. */
const LONGEST_CALL = 300;
/** Time from which the quicker side makes a size fitting: in ms, and in steps of the clock. */
const [FITTING_TIME, FITTING_STEPS] = [2, 4];
/** Most growth of a time with 4 times the size: kernels that search all updates for every output. */
const MOST_GROWTH = 16;
/** Time in ms from which the growth of times counts: shorter ones are mostly overhead. */
const TELLING_TIME = 5;
/** Number of trials that tell the time at a size, of which the median counts. */
const TRIALS = 3;
/** Number of calls in a trial; one that takes so many ms is enough. */
const [TRIAL_CALLS, LONG_CALL] = [10, 25];
/** Shortest sample: in ms, and in steps of the clock. */
const [SHORTEST_SAMPLE, SAMPLE_STEPS] = [8, 10];
/** Time that the samples of a comparison are to take, in ms; it sets the number of rounds. */
const COMPARISON_TIME = 700;
/** Bounds of the number of rounds. */
const [FEWEST_ROUNDS, MOST_ROUNDS] = [5, 25];
/** Largest number of calls in a sample. */
const MOST_REPEATS = 10_000;

export async function measure(contest: Contest): Promise<Measured> {
  const { size, tfjs, ours } = await findSize(contest);
  const isEstimate = tfjs.isForetold && tfjs.error === '';
  const ways: Way[] = [];
  if (tfjs.error === '' && !isEstimate) ways.push({ name: 'tfjs', time: contest.tfjs.time });
  if (ours.error === '') {
    ways.push({ name: 'ours', time: contest.ours.time });
    const { accelerated } = contest;
    if (accelerated !== undefined) ways.push({ name: 'accelerated', time: accelerated });
  }
  const times = await sampleInTurn(ways, contest);
  const areBoth = times.has('tfjs') && times.has('ours');
  return {
    size,
    tfjs: isEstimate ? tfjs.ms : times.get('tfjs'),
    accelerated: times.get('accelerated'),
    ours: times.get('ours'),
    isEstimate,
    difference: areBoth ? await contest.difference() : undefined,
    error: [says('tfjs', tfjs), says('this package', ours)].filter((text) => text !== '').join(' '),
  };
}

const says = (who: string, { error }: Tried) => (error === '' ? '' : `${who} says: ${error}`);

/** A side at a size: its time there, and how that has grown. */
interface Tried {
  ms: number;
  /** Growth of the time with 4 times the size. */
  growth: number;
  /** True if it was not run, as a call could take too long. */
  isForetold: boolean;
  error: string;
}

const UNTRIED: Tried = { ms: 0, growth: MOST_GROWTH, isForetold: false, error: '' };

/** Finds the size to measure at; sides that could run there are prepared for it. */
async function findSize(contest: Contest): Promise<{ size: number; tfjs: Tried; ours: Tried }> {
  const fittingTime = Math.max(FITTING_TIME, FITTING_STEPS * contest.clockStep);
  let tfjs = UNTRIED;
  let ours = UNTRIED;
  for (const size of SIZES) {
    ours = await tryOut(contest.ours, size, ours);
    if (ours.isForetold) ours = { ...ours, error: 'this size would take too long.' };
    tfjs = await tryOut(contest.tfjs, size, tfjs);
    const running = [tfjs, ours].filter(({ error }) => error === '');
    const isEnough =
      running.every(({ ms }) => ms >= fittingTime) ||
      running.some((side) => longestNext(side) > LONGEST_CALL);
    const isWanted = contest.size === undefined ? isEnough : size === contest.size;
    if (isWanted || size === LARGEST) return { size, tfjs, ours };
  }
  throw new Error(`There are no ${String(contest.size)} indices, expected one of the sizes.`);
}

/** Runs a side at a size, or foretells its time if that could be too long. */
async function tryOut(side: Side, size: number, before: Tried): Promise<Tried> {
  if (before.error !== '') return before;
  if (before.isForetold || longestNext(before) > LONGEST_CALL) {
    return { ...before, ms: before.ms * before.growth, isForetold: true };
  }
  try {
    await side.prepare(size);
    const ms = await roughTime(side);
    const growth = before.ms < TELLING_TIME ? MOST_GROWTH : bounded(ms / before.ms, 1, MOST_GROWTH);
    return { ms, growth, isForetold: false, error: '' };
  } catch (error) {
    return { ...before, error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The time of a call, as a median: one hiccup must not set the size. First calls do not count, as
 * V8 has not compiled them yet, and GPUs answer late.
 */
async function roughTime(side: Side): Promise<number> {
  let last = await side.time(1);
  const times: number[] = [];
  while (times.length < TRIALS) {
    last = await side.time(last > LONG_CALL ? 1 : TRIAL_CALLS);
    times.push(last);
  }
  return median(times);
}

/** The longest time that a side may take at the next size. */
function longestNext({ ms, growth }: Tried): number {
  return ms * bounded(1.5 * growth, 4, MOST_GROWTH);
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

const LARGEST = SIZES[SIZES.length - 1];

/** A way to compute, and its time for one of several calls. */
interface Way {
  name: 'tfjs' | 'ours' | 'accelerated';
  time: (repeats: number) => Promise<number>;
}

/** The median time of each way, of samples taken in turn. */
async function sampleInTurn(
  ways: readonly Way[],
  { clockStep, onProgress }: Contest,
): Promise<Map<Way['name'], number>> {
  const shortest = Math.max(SHORTEST_SAMPLE, SAMPLE_STEPS * clockStep);
  const plans: (Way & { repeats: number; times: number[] })[] = [];
  let roundTime = 0;
  for (const way of ways) {
    const { repeats, sampleTime } = await repeatsFor(way, shortest);
    plans.push({ ...way, repeats, times: [] });
    roundTime += sampleTime;
  }
  const fitting = Math.floor(COMPARISON_TIME / roundTime);
  const rounds = bounded(fitting, FEWEST_ROUNDS, MOST_ROUNDS);
  for (let i = 0; i < rounds; i++) {
    for (const { time, repeats, times } of plans) times.push(await time(repeats));
    onProgress((i + 1) / rounds);
  }
  return new Map(plans.map(({ name, times }) => [name, median(times)]));
}

/** Finds how many calls make a sample that is long beside the clock's step. */
async function repeatsFor(
  { time }: Way,
  shortest: number,
): Promise<{ repeats: number; sampleTime: number }> {
  let repeats = 1;
  for (;;) {
    const sampleTime = repeats * (await time(repeats));
    if (sampleTime >= shortest || repeats === MOST_REPEATS) return { repeats, sampleTime };
    // Few calls are too short to tell how many it takes.
    const factor = bounded((1.2 * shortest) / sampleTime, 1.5, 10);
    repeats = Math.min(MOST_REPEATS, Math.ceil(factor * repeats));
  }
}
