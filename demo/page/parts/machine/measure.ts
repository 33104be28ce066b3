/** Measures a comparison: finds the size that both sides take in good time, and samples them in turn. */
import { quantile } from '../../shared/numbers.js';
import { SMALLEST } from './comparisons.js';
import type { Measured } from './result.js';

/** One side of a comparison; its errors are rejections. */
export interface Side {
  name: string;
  /** Makes the inputs of a size and warms up. */
  prepare: (size: number) => Promise<void>;
  /** Returns the ms of one of several calls in a row. */
  time: (repeats: number) => Promise<number>;
}

/** Longest call that is allowed, in ms: a GPU that is busy for longer holds up the whole screen. */
const LONGEST_CALL = 250;
/** Growth of the time with 4 times the size of kernels that search all updates for each output. */
const GROWTH = 16;
/** Shortest sample in ms, which is long beside the steps of a browser's clock. */
const SHORTEST_SAMPLE = 10;
const [ROUNDS, MOST_REPEATS] = [9, 10_000];

/** Measures with the wished number of indices, or with fewer where those could take too long. */
export async function measure(
  sides: readonly [stock: Side, ours: Side],
  difference: () => Promise<number>,
  wish: number,
): Promise<Measured> {
  const lanes = sides.map((side) => ({ side, repeats: 1, samples: [] as number[], error: '' }));
  let size = SMALLEST;
  // Larger and larger ones, because the time of a large one cannot be foretold.
  for (; ; size *= 4) {
    let longest = 0;
    for (const lane of lanes.filter(({ error }) => error === '')) {
      try {
        await lane.side.prepare(size);
        const { repeats, ms } = await calibrate(lane.side);
        lane.repeats = repeats;
        longest = Math.max(longest, ms);
      } catch (error) {
        lane.error = `${lane.side.name}: ${error instanceof Error ? error.message : String(error)}`;
      }
    }
    if (size >= wish || longest * GROWTH > LONGEST_CALL) break;
  }
  const able = lanes.filter(({ error }) => error === '');
  for (let round = 0; round < ROUNDS; round++) {
    for (const { side, repeats, samples } of able) samples.push(await side.time(repeats));
  }
  const [stock, ours] = lanes.map(({ samples }) =>
    samples.length > 0 ? [0.25, 0.5, 0.75].map((at) => rounded(quantile(samples, at))) : null,
  );
  const error = lanes.map(({ error }) => error).join(' ');
  const isBoth = able.length === lanes.length;
  return { size, stock, ours, difference: isBoth ? await difference() : null, error: error.trim() };
}

/** Links hold times, and should be short. */
const rounded = (ms: number) => Number(ms.toPrecision(3));

/** Finds how many calls make a sample that is long enough, and the time of one. */
async function calibrate({ time }: Side): Promise<{ repeats: number; ms: number }> {
  for (let repeats = 1; ;) {
    // The quicker of two, because one hiccup must not set the size.
    const ms = Math.min(await time(repeats), await time(repeats));
    const missing = SHORTEST_SAMPLE / (repeats * ms);
    if (missing <= 1 || repeats >= MOST_REPEATS) return { repeats, ms };
    // Few calls are too short to tell how many it takes.
    repeats = Math.ceil(repeats * Math.min(10, Math.max(1.5, 1.2 * missing)));
  }
}
