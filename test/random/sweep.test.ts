/** Calls whose sizes straddle powers of two and every threshold of a backend, up to 131,073 sites. */
import * as cpu from '../../kernels/cpu/strategy.js';
import * as webgl from '../../kernels/webgl/strategy.js';
import * as webgpu from '../../kernels/webgpu/strategy.js';
import type { Driver } from '../support/driver.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { FLOAT32_TEXTURES } from '../support/precision.js';
import { pick } from '../support/random_values.js';
import { randomRows } from '../support/random_sweep.js';
import { testRandomly } from '../support/seed.js';
import { SWEPT_CALLS, sweepFused, sweepOps, sweepSegments } from '../support/sweep_calls.js';

/** Other backends run the host's kernels. */
const THRESHOLDS: Record<Driver['backend'], Record<string, unknown>> = {
  cpu,
  wasm: cpu,
  tensorflow: cpu,
  simulated: cpu,
  other: cpu,
  webgl,
  webgpu,
};

const POWERS = Array.from({ length: 18 }, (_, n): [string, number] => [`2^${n}`, 2 ** n]);

/** Calls of one size, on a driver that runs all of its share; others run its root, because GPUs have more paths. */
const RUNS = 20;
const RUNS_OF_LARGE = 12;
const LARGE = 2 ** 12;

describeOnEveryBackend('a sweep', (driver) => {
  // Half floats hold no larger index or sum.
  const isCoarse = driver.precision.exactIntegers < FLOAT32_TEXTURES.exactIntegers;
  const most = isCoarse ? 8 : 2 ** 17;
  const isThreshold = (entry: [string, unknown]): entry is [string, number] =>
    typeof entry[1] === 'number';
  const thresholds = Object.entries(THRESHOLDS[driver.backend]).filter(isThreshold);
  const sizes = [...POWERS, ...thresholds];
  const seen = new Set<string>();

  sizes.forEach(([name, size], salt) => {
    if (size > most) return;
    const runs = (size > LARGE ? RUNS_OF_LARGE : RUNS) * Math.sqrt(driver.share);
    testRandomly(
      `near ${name}`,
      runs,
      async (draw) => {
        const rows = randomRows(draw, size, name);
        const sweep = pick(draw, [sweepOps, sweepOps, sweepSegments, sweepFused]);
        seen.add(await sweep(draw, driver, rows));
      },
      salt,
    );
  });

  // Fewer calls miss some.
  if (driver.share > 0.5) {
    test('every dtype, reduction and op came up', () => {
      expect([...seen]).toEqual(expect.arrayContaining(SWEPT_CALLS));
    });
  }
});
