/** Counting functions: literal cases, and random calls against their definitions. */
import { countingCases, countingErrors } from './cases/counting.js';
import { COMPUTED } from '../support/call.js';
import type { CountingCall } from '../support/call.js';
import { SAME_NUMBER } from '../support/compare.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { chance, int, randomFactors, randomShape } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import { expectOutputs, testCases } from '../support/table.js';
import { f32, i32, numbersOf, sizeOf } from '../support/values.js';

const RUNS = 60;

const sumOf = (values: number[]) => values.reduce((a, b) => a + b, 0);

describeOnEachBackendOnce('counting', (driver) => {
  testCases(driver, countingCases, SAME_NUMBER);
  testCases(driver, countingErrors);

  testRandomly('bincount is as defined', RUNS * driver.share, async (draw) => {
    const shape = randomShape(draw, 4, true);
    const size = int(draw, 0, 5);
    const ids = i32(
      shape,
      Array.from({ length: sizeOf(shape) }, () => int(draw, -2, size + 1)),
    );
    const weights = chance(draw, 2) ? randomFactors(draw, shape) : undefined;
    const terms = weights ? numbersOf(weights) : ids.values.map(() => 1);
    const counts = Array.from({ length: size }, (_, i) =>
      sumOf(terms.filter((_, at) => ids.values[at] === i)),
    );
    const call: CountingCall = { kind: 'counting', op: 'bincount', inputs: { ids, weights }, size };
    const expected = weights ? f32([size], counts) : i32([size], counts);
    await expectOutputs(driver, call, { result: expected }, SAME_NUMBER);
  });

  testRandomly('histogramFixedWidth is as defined', RUNS * driver.share, async (draw) => {
    const [low, width, bins] = [int(draw, -9, 9), int(draw, 1, 30), int(draw, 1, 12)];
    const range: [number, number] = [low / 10, (low + width) / 10];
    const [first, last] = range.map(Math.fround);
    const edges = Array.from({ length: bins - 1 }, (_, i) =>
      Math.fround(first + ((last - first) * (i + 1)) / bins),
    );
    // Half of the values are on an edge.
    const value = () =>
      chance(draw, 2) ? int(draw, -40, 60) / 10 : (edges[int(draw, 0, bins)] ?? first);
    const values = f32([20], Array.from({ length: 20 }, value));
    const binOf = (x: number) => edges.filter((edge) => edge <= x).length;
    const counts = Array.from(
      { length: bins },
      (_, i) => numbersOf(values).filter((x) => binOf(x) === i).length,
    );
    const use = { op: 'histogramFixedWidth', inputs: { values }, range, bins } as const;
    const call: CountingCall = { ...use, kind: 'counting' };
    await expectOutputs(driver, call, { result: i32([bins], counts) }, SAME_NUMBER);
  });

  test.each([undefined, ...COMPUTED])('bincount is differentiable, ids %s', async (computed) => {
    const inputs = { ids: i32([4], [1, 0, -1, 1]), weights: f32([4], [1, 2, 3, 4]) };
    const use = { kind: 'counting', op: 'bincount', inputs, size: 3 } as const;
    const dy = f32([3], [5, 6, 7]);
    const first = { ...use, derivative: { kind: 'gradient', dy, computed } } as const;
    await expectOutputs(driver, first, { data: f32([4], [6, 5, 0, 6]) });
    const vData = f32([4], [1, 2, 4, 8]);
    const second = { ...use, derivative: { kind: 'second', dy, vData, computed } } as const;
    const expected = { dy: f32([3], [2, 9, 0]), data: f32([4], [0, 0, 0, 0]) };
    await expectOutputs(driver, second, expected);
  });
});
