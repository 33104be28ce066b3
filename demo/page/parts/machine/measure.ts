/** Measures a comparison: finds the size that both sides take in good time, and samples them in turn. */
import { sentenceOf } from '../../shared/messages.js';
import { quartilesOf } from '../../shared/numbers.js';
import type { Services } from '../../worker/index.js';
import { SMALLEST, type ComparisonId } from './comparisons.js';
import type { Result, Times } from './result.js';

/** What a worker does for its side. */
export type Side = Services['machine'];

/** Longest call that is allowed, in ms: a GPU that is busy for longer holds up the whole screen. */
const LONGEST_CALL = 250;
/** Growth of the time with 4 times the size of kernels that search all updates for each output. */
const GROWTH = 16;
/** Shortest sample in ms, which is long beside the steps of a browser's clock. */
const SHORTEST_SAMPLE = 10;
const [ROUNDS, MOST_REPEATS] = [9, 10_000];

/** Measures with the wished number of indices, or with fewer where those could take too long. */
export async function measure(
  [stock, ours]: readonly Side[],
  id: ComparisonId,
  wish: number,
): Promise<Omit<Result, 'id' | 'backend'>> {
  const lanes = [stock, ours].map((side) => ({ side, repeats: 1, samples: [] as number[] }));
  let able = lanes;
  let error = '';
  let size = SMALLEST;
  // Larger and larger ones, because the time of a large one cannot be foretold.
  for (; ; size *= 4) {
    let longest = 0;
    for (const lane of able) {
      try {
        await lane.side.prepare(id, size);
        const { repeats, ms } = await calibrate(lane.side);
        lane.repeats = repeats;
        longest = Math.max(longest, ms);
      } catch (reason) {
        able = able.filter((one) => one !== lane);
        error += `${lane.side === ours ? 'This package' : 'tfjs'}: ${sentenceOf(reason)} `;
      }
    }
    if (size >= wish || longest * GROWTH > LONGEST_CALL) break;
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { side, repeats, samples } of able) samples.push(await side.time(repeats));
  }
  const isBoth = able.length === lanes.length;
  const difference = isBoth ? await ours.difference(await stock.values()) : null;
  const [theirs, own] = lanes.map(({ samples }) => timesOf(samples));
  return { size, stock: theirs, ours: own, difference, error: error.trim() };
}

/** Links hold these, and should be short. */
function timesOf(samples: readonly number[]): Times {
  if (samples.length === 0) return null;
  return quartilesOf(samples).map((ms) => Number(ms.toPrecision(3)));
}

/** Finds how many calls make a sample that is long enough, and the time of one. */
async function calibrate(side: Side): Promise<{ repeats: number; ms: number }> {
  for (let repeats = 1; ;) {
    // The quicker of two, because one hiccup must not set the size.
    const ms = Math.min(await side.time(repeats), await side.time(repeats));
    const missing = SHORTEST_SAMPLE / (repeats * ms);
    if (missing <= 1 || repeats >= MOST_REPEATS) return { repeats, ms };
    // Few calls are too short to tell how many it takes.
    repeats = Math.ceil(repeats * Math.min(10, Math.max(1.5, 1.2 * missing)));
  }
}
