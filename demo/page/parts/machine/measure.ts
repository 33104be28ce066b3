/** Measures a comparison: finds a size that both sides can handle, and times them in turn. */
import { sentenceOf } from '../../shared/messages.js';
import { quartilesOf } from '../../shared/numbers.js';
import { calibrate, ROUNDS } from '../../shared/sampling.js';
import { SMALLEST, type ComparisonId } from './comparisons.js';
import type { Result, Times } from './result.js';
import type { createService } from './service.js';

/** The service of a worker, which computes one side. */
export type Side = ReturnType<typeof createService>;

/** The longest call allowed, in ms. A GPU that is busy for longer freezes the whole screen. */
const LONGEST_CALL = 250;
/** How much longer 4 times the size may take: some kernels search all updates for each output. */
const GROWTH = 16;

/** Measures with the wanted number of indices, or with fewer if that could take too long. */
export async function measure(
  [stock, ours]: readonly Side[],
  id: ComparisonId,
  wish: number,
): Promise<Omit<Result, 'id' | 'backend'>> {
  const lanes = [stock, ours].map((side) => ({ side, repeats: 1, samples: [] as number[] }));
  let able = lanes;
  let error = '';
  let size = SMALLEST;
  // Sizes grow step by step, because the time of a large one is hard to predict.
  for (; ; size *= 4) {
    let longest = 0;
    for (const lane of able) {
      try {
        await lane.side.prepare(id, size);
        const { repeats, ms } = await calibrate((count) => lane.side.time(count));
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

/** The quartiles with three digits, as a link holds them. */
function timesOf(samples: readonly number[]): Times {
  if (samples.length === 0) return null;
  return quartilesOf(samples).map((ms) => Number(ms.toPrecision(3)));
}
