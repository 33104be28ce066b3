/** The benchmark's choice of sizes and samples, on sides whose times are known. */
import { measure, type Contest, type Side } from '../../../demo/page/parts/machine/measure.js';

/** Sides whose calls take `ms(size)` on a clock with a coarse step; it counts what they were asked. */
function createContest(
  ms: { tfjs: (size: number) => number; ours: (size: number) => number },
  options: Partial<Contest> = {},
) {
  const clockStep = options.clockStep ?? 0.1;
  const order: string[] = [];
  const sizes: Record<string, number[]> = { tfjs: [], ours: [] };
  let clock = 0.033;
  let longest = 0;
  const sideOf = (name: 'tfjs' | 'ours'): Side => {
    let size = 0;
    return {
      prepare(next) {
        size = next;
        sizes[name].push(size);
        return Promise.resolve();
      },
      time(repeats) {
        order.push(name);
        const read = () => Math.floor(clock / clockStep) * clockStep;
        const start = read();
        clock += repeats * ms[name](size);
        longest = Math.max(longest, ms[name](size));
        return Promise.resolve((read() - start) / repeats);
      },
    };
  };
  const contest: Contest = {
    tfjs: sideOf('tfjs'),
    ours: sideOf('ours'),
    difference: () => Promise.resolve(0),
    clockStep,
    size: undefined,
    onProgress: () => undefined,
    ...options,
  };
  return { contest, order, sizes, longest: () => longest };
}

const linear = (msOf256: number) => (size: number) => (msOf256 * size) / 256;
const quadratic = (msOf256: number) => (size: number) => msOf256 * (size / 256) ** 2;

test.each([
  ['the quicker side takes long enough', linear(0.1), linear(0.05), 16_384],
  ['the slower side would take too long', quadratic(5), linear(0.001), 1024],
  ['both are quick at the largest', linear(1e-5), linear(1e-5), 262_144],
  ['even the smallest takes long', linear(100), linear(1), 256],
])('chooses the size where %s', async (_, tfjs, ours, size) => {
  const { contest, longest } = createContest({ tfjs, ours });
  const measured = await measure(contest);
  expect(measured.size).toBe(size);
  expect(measured.isEstimate).toBe(false);
  expect(longest()).toBeLessThanOrEqual(300);
});

test.each([0.005, 0.1, 1, 16])('is right on a clock with steps of %f ms', async (clockStep) => {
  const times = { tfjs: linear(0.031), ours: linear(0.017) };
  const { contest } = createContest(times, { clockStep, size: 256 });
  const { tfjs = NaN, ours = NaN } = await measure(contest);
  expect(Math.abs(tfjs / 0.031 - 1)).toBeLessThan(0.11);
  expect(Math.abs(ours / 0.017 - 1)).toBeLessThan(0.11);
});

test('lets both sides take turns, five times at least', async () => {
  const { contest, order } = createContest({ tfjs: linear(250), ours: linear(9) }, { size: 256 });
  await measure(contest);
  expect(order.slice(-10)).toEqual(Array.from({ length: 5 }, () => ['tfjs', 'ours']).flat());
});

test('takes the median', async () => {
  let calls = 0;
  const { contest } = createContest({ tfjs: linear(10), ours: linear(10) }, { size: 256 });
  const { time } = contest.ours;
  // A hiccup now and then counts for nothing.
  contest.ours.time = async (repeats) => (await time(repeats)) + (++calls % 4 === 0 ? 1000 : 0);
  const { ours = NaN } = await measure(contest);
  expect(ours).toBeCloseTo(10, 0);
});

test.each([0, 1, 2])('chooses the same size whenever a call hiccups: %d', async (phase) => {
  const { contest } = createContest({ tfjs: linear(0.1), ours: linear(0.05) });
  for (const side of [contest.tfjs, contest.ours]) {
    const { time } = side;
    const prepare = side.prepare.bind(side);
    let calls = 0;
    side.prepare = (size) => {
      // Programs are new at each size.
      calls = 0;
      return prepare(size);
    };
    side.time = async (repeats) => (await time(repeats)) + (calls++ === phase ? 200 : 0);
  }
  expect((await measure(contest)).size).toBe(16_384);
});

test('extrapolates a call that would take too long, by how its times have grown', async () => {
  const { contest, sizes, longest } = createContest(
    { tfjs: quadratic(3), ours: linear(0.01) },
    { size: 65_536 },
  );
  const measured = await measure(contest);
  expect(measured.isEstimate).toBe(true);
  expect(measured.difference).toBeUndefined();
  expect((measured.tfjs ?? NaN) / quadratic(3)(65_536)).toBeCloseTo(1, 1);
  expect(measured.ours).toBeCloseTo(2.56, 1);
  expect(sizes.tfjs).toEqual([256, 1024]);
  expect(sizes.ours.at(-1)).toBe(65_536);
  expect(longest()).toBeLessThanOrEqual(300);
});

test('does not let this package take too long, either', async () => {
  const times = { tfjs: linear(0.01), ours: quadratic(3) };
  const measured = await measure(createContest(times, { size: 65_536 }).contest);
  expect(measured.ours).toBeUndefined();
  expect(measured.tfjs).toBeCloseTo(2.56, 1);
  expect(measured.error).toBe('this package says: this size would take too long.');
});

test('tells the error of tfjs, and measures the rest', async () => {
  const { contest } = createContest(
    { tfjs: linear(1), ours: linear(1) },
    { accelerated: () => Promise.resolve(20) },
  );
  contest.tfjs.prepare = () => Promise.reject(new Error('There is no kernel.'));
  const measured = await measure(contest);
  expect(measured).toMatchObject({
    tfjs: undefined,
    accelerated: 20,
    difference: undefined,
    error: 'tfjs says: There is no kernel.',
  });
  expect(measured.ours).toBeGreaterThan(0);
});

test('tells its progress', async () => {
  const shares: number[] = [];
  const onProgress = (share: number) => shares.push(share);
  await measure(createContest({ tfjs: linear(1), ours: linear(1) }, { onProgress }).contest);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});
