/** Loops of steps, with frames that come when the test lets them. */
import { createLoop, type LoopOptions } from '../../../demo/page/shared/loop.js';

type Frame = () => void;

let frames = new Map<number, Frame>();
let lastFrame = 0;

beforeAll(() => {
  Object.assign(globalThis, {
    requestAnimationFrame: (frame: Frame) => {
      frames.set(++lastFrame, frame);
      return lastFrame;
    },
    cancelAnimationFrame: (id: number) => frames.delete(id),
  });
});

beforeEach(() => {
  frames = new Map();
});

/** Draws as a browser would: calls back all that wait for a frame, and lets promises resolve. */
async function drawFrames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const due = [...frames.values()];
    frames.clear();
    for (const frame of due) frame();
    await settle();
  }
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A step that goes on until it is let end. */
function heldStep() {
  const ends: (() => void)[] = [];
  let most = 0;
  const step = () =>
    new Promise<void>((resolve) => {
      ends.push(resolve);
      most = Math.max(most, ends.length);
    });
  const end = async () => {
    ends.shift()?.();
    await settle();
  };
  return { step, end, inFlight: () => ends.length, most: () => most };
}

function make(options: Partial<LoopOptions> = {}) {
  const controller = new AbortController();
  const taken: number[] = [];
  const step = (count: number) => {
    taken.push(count);
  };
  const loop = createLoop({ step, signal: controller.signal, ...options });
  return { loop, taken, controller };
}

test('a loop that plays takes a step a frame, and none when it is paused', async () => {
  const { loop, taken } = make();
  await drawFrames(2);
  expect(taken).toEqual([]);
  loop.play();
  await drawFrames(3);
  expect([taken, loop.count, loop.playing]).toEqual([[0, 1, 2], 3, true]);
  await loop.pause();
  await drawFrames(3);
  expect([taken, loop.count, loop.playing]).toEqual([[0, 1, 2], 3, false]);
});

test('it pauses after the last step, and plays again after a restart', async () => {
  const { loop, taken } = make({ steps: 2 });
  loop.play();
  await drawFrames(4);
  expect([taken, loop.playing]).toEqual([[0, 1], false]);
  loop.play();
  await loop.step();
  await drawFrames(2);
  expect([loop.count, loop.playing]).toEqual([2, false]);
  const prepared = jest.fn();
  await loop.restart(prepared);
  expect([prepared.mock.calls.length, loop.count]).toEqual([1, 0]);
  loop.play();
  await drawFrames(1);
  expect(taken).toEqual([0, 1, 0]);
});

test('nothing is prepared for a visitor who has left', async () => {
  const held = heldStep();
  const { loop, controller } = make({ step: held.step });
  const prepared = jest.fn();
  loop.play();
  await drawFrames(1);
  const asked = Promise.all([loop.restart(prepared), loop.between(prepared)]);
  controller.abort();
  await held.end();
  await asked;
  expect(prepared).not.toHaveBeenCalled();
});

test('steps never overlap, whatever is asked for while one is in flight', async () => {
  const held = heldStep();
  const { loop } = make({ step: held.step });
  loop.play();
  await drawFrames(1);
  expect(held.inFlight()).toBe(1);
  const between = jest.fn();
  const ended = jest.fn();
  const done = Promise.all([loop.step(), loop.step(), loop.between(between)]).then(ended);
  loop.play();
  await drawFrames(2);
  expect([held.inFlight(), between.mock.calls.length]).toEqual([1, 0]);
  while (ended.mock.calls.length === 0) {
    await held.end();
    await drawFrames(1);
  }
  await done;
  expect(between).toHaveBeenCalledTimes(1);
  expect(held.most()).toBe(1);
});

test('it is busy while it does what was asked for, but not while it only plays', async () => {
  const held = heldStep();
  const { loop } = make({ step: held.step });
  const told: boolean[] = [];
  loop.onBusy((busy) => told.push(busy));
  loop.play();
  await drawFrames(1);
  expect([held.inFlight(), told]).toEqual([1, []]);
  const paused = loop.pause();
  const failed = expect(loop.between(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(told).toEqual([true]);
  await settle();
  expect(told).toEqual([true]);
  await held.end();
  await paused;
  await failed;
  expect([told, loop.count]).toEqual([[true, false], 1]);
});

test('pause resolves only when the step in flight has ended', async () => {
  const held = heldStep();
  const { loop } = make({ step: held.step });
  loop.play();
  await drawFrames(1);
  const paused = jest.fn();
  const done = loop.pause().then(paused);
  await settle();
  expect(paused).not.toHaveBeenCalled();
  await held.end();
  await done;
  expect(loop.count).toBe(1);
});

test('what is done in between may have it count anew, playing or not', async () => {
  const controller = new AbortController();
  const loop = createLoop({ step: () => undefined, steps: 2, signal: controller.signal });
  await loop.step();
  await loop.between(() => undefined);
  expect(loop.count).toBe(1);
  await loop.step();
  expect(loop.ended).toBe(true);
  await loop.between(() => undefined, 0);
  expect([loop.count, loop.ended]).toEqual([0, false]);
});

test('what is done in between leaves it playing', async () => {
  const { loop, taken } = make();
  loop.play();
  await drawFrames(1);
  await loop.between(() => {
    taken.push(-1);
  });
  await drawFrames(1);
  expect([taken, loop.playing]).toEqual([[0, -1, 1], true]);
});

test('a step that fails pauses it, and the next one is taken all the same', async () => {
  let fails = true;
  const { loop, controller } = make({
    step: () => {
      if (fails) throw new Error('the step fails');
    },
  });
  await expect(loop.step()).rejects.toThrow('the step fails');
  fails = false;
  await loop.step();
  expect([loop.count, loop.playing]).toEqual([1, false]);
  controller.abort();
});

test('an aborted loop takes no step, waits for no frame and tells that it is paused', async () => {
  const { loop, taken, controller } = make();
  const states: boolean[] = [];
  loop.onChange(() => states.push(loop.playing));
  loop.play();
  controller.abort();
  expect(frames.size).toBe(0);
  await loop.pause();
  loop.play();
  await loop.step();
  await drawFrames(2);
  expect([taken, states]).toEqual([[], [true, false]]);
});

test('within a budget, steps follow each other before the next frame, while there are any', async () => {
  let left = 5;
  const taken: number[] = [];
  const { loop } = make({
    budget: 10_000,
    hasNext: () => left > 0,
    step: (count) => {
      left--;
      taken.push(count);
    },
  });
  loop.play();
  await drawFrames(1);
  expect([taken, loop.ended, loop.playing]).toEqual([[0, 1, 2, 3, 4], true, false]);
});
