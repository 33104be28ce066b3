/** The pieces of a race that need no page: turns, patience, and the points of its charts. */
import { inTime, OutOfPatience, PATIENCE } from '../../../demo/page/lanes/patience.js';
import { takeTurn } from '../../../demo/page/lanes/turn.js';

describe('a turn', () => {
  test('takes one step at least, and times it without what was prepared', async () => {
    const calls: string[] = [];
    const turn = await takeTurn(
      { budget: 0, most: 10 },
      () => calls.push('prepare'),
      (input) => {
        calls.push(`step ${input}`);
        return Promise.resolve(7);
      },
    );
    expect(calls).toEqual(['prepare', 'step 1']);
    expect(turn.losses).toEqual([7]);
    expect(turn.times).toHaveLength(1);
  });

  test('takes as many as fit the budget, and no more than are left', async () => {
    let clock = 0;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const step = (loss: number) => {
      clock += 5;
      return Promise.resolve(loss);
    };
    let count = 0;
    const next = () => count++;
    expect((await takeTurn({ budget: 10_000, most: 3 }, next, step)).losses).toEqual([0, 1, 2]);
    const { times } = await takeTurn({ budget: 40, most: 1000 }, next, step);
    expect(times).toEqual([5, 5, 5, 5, 5, 5, 5, 5]);
    now.mockRestore();
  });
});

describe('patience', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('ends with work that never does', async () => {
    const waited = expect(inTime(new Promise(() => undefined))).rejects.toThrow(
      new OutOfPatience(),
    );
    jest.advanceTimersByTime(PATIENCE + 1);
    await waited;
    expect(new OutOfPatience().message).toBe(
      'A step takes more than 30 s here, so this lane was stopped.',
    );
  });

  test('gives what the work gives, and leaves no timer', async () => {
    expect(await inTime(Promise.resolve(3))).toBe(3);
    await expect(inTime(Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(jest.getTimerCount()).toBe(0);
  });
});
