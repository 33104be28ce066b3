/** The state in the address, loops, and numbers in words, which every part shares. */
import type * as Address from '../../../demo/page/shared/address.js';
import { createLoop } from '../../../demo/page/shared/loop.js';
import { notices } from '../../../demo/page/shared/messages.js';
import { compare, timeText } from '../../../demo/page/shared/numbers.js';

/** A window at a hash, as far as addresses need one; returns what changes it as a link would. */
function openWindow(hash: string): { follow: (hash: string) => void } {
  let onChange: (() => void) | undefined;
  const location = { hash };
  Object.assign(globalThis, {
    location,
    history: {
      replaceState(_: unknown, __: string, hash: string) {
        location.hash = hash;
      },
    },
    window: globalThis,
    addEventListener(_: string, listener: () => void) {
      onChange = listener;
    },
    requestAnimationFrame: (callback: () => void) => setTimeout(callback),
  });
  return {
    follow(hash) {
      location.hash = hash;
      onChange?.();
    },
  };
}

const { follow } = openWindow('#graph?nodes=7&speed=2&colour=green');
// It reads the window as it is loaded.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const address = require('../../../demo/page/shared/address.js') as typeof Address;
const { addressState, flag, hashOf, oneOf, text, whole } = address;

const state = addressState('graph', {
  nodes: whole(1, 9, 5),
  edges: whole(10, 90, 50),
  colour: oneOf(['red', 'blue'], 'red'),
  isLoud: flag,
  word: text('whale', 6),
});
const FALLBACKS = { nodes: 5, edges: 50, colour: 'red', isLoud: false, word: 'whale' };

const told = async () => {
  await Promise.resolve();
  const texts = notices.value.map(({ text }) => text);
  notices.value = [];
  return texts;
};

test('an address is read, and what is wrong with it told, of what it says alone', async () => {
  expect(state.value).toEqual({ ...FALLBACKS, nodes: 7 });
  expect(await told()).toEqual([
    'The address has a setting ‘speed’, which graph does not have.',
    'The address says colour=green, but it must be one of red, blue. The default is used.',
  ]);
});

test.each([
  ['nodes=10', 'nodes=10, but it must be a whole number from 1 to 9'],
  ['nodes=1.5', 'nodes=1.5, but it must be a whole number from 1 to 9'],
  ['isLoud=perhaps', 'isLoud=perhaps, but it must be yes or no'],
  ['word=elephant', 'word=elephant, but it must be at most 6 characters'],
])('an address that says %s gets the default', async (query, sentence) => {
  follow(`#graph?${query}`);
  expect(state.value).toEqual(FALLBACKS);
  expect(await told()).toEqual([`The address says ${sentence}. The default is used.`]);
});

test('changes go into the address at once, without what is the default', () => {
  follow('#graph');
  state.set({ colour: 'blue', isLoud: true, word: 'a b' });
  state.set({ isLoud: false });
  expect(state.value).toEqual({ ...FALLBACKS, colour: 'blue', word: 'a b' });
  expect(location.hash).toBe('#graph?colour=blue&word=a+b');
});

test('many changes in a short time change the address less often than browsers allow', () => {
  jest.useFakeTimers();
  const replace = jest.spyOn(history, 'replaceState');
  for (let i = 0; i < 300; i++) {
    state.set({ nodes: 1 + (i % 9) });
    jest.advanceTimersByTime(100);
  }
  expect(replace.mock.calls.length).toBeLessThan(100);
  jest.advanceTimersByTime(1000);
  expect(location.hash).toContain('nodes=3');
  jest.useRealTimers();
});

test('a part that is left keeps its state, and its link has it', () => {
  follow('#graph?nodes=3');
  expect(state.value.nodes).toBe(3);
  follow('#words');
  expect(state.value.nodes).toBe(3);
  expect(hashOf('graph')).toBe('#graph?nodes=3');
  follow('#graph');
  expect(state.value.nodes).toBe(5);
});

test('a loop takes steps until it is paused, is over or fails', async () => {
  let steps = 0;
  const loop = createLoop(() => {
    steps++;
    if (steps === 5) throw new Error('A step failed.');
    return Promise.resolve(steps !== 3);
  });
  const stopped = async () => {
    while (loop.isPlaying.value) await new Promise((resolve) => setTimeout(resolve));
  };
  await loop.step();
  loop.play();
  await stopped();
  expect(steps).toBe(3);
  loop.play();
  await stopped();
  expect(steps).toBe(5);
  loop.end();
  loop.play();
  await loop.step();
  expect([steps, loop.isPlaying.value, loop.isBusy.value]).toEqual([5, false, false]);
});

const spread = (middle: number) => [0.8, 0.9, 1, 1.1, 1.2].map((share) => share * middle);

test.each([
  [spread(10), spread(10.5), 'About as fast'],
  [spread(100), spread(10), '7 to 15 times as fast'],
  [spread(10), spread(100), '7 to 15 times slower'],
  [spread(1e6), spread(1), '1000 times as fast'],
])('a speed is a rounded range: %#', (theirs, ours, text) => {
  expect(compare(theirs, ours)?.text).toBe(text);
});

test('a speed is told of enough steps alone', () => {
  expect(compare(spread(10).slice(1), spread(1))).toBeUndefined();
});

test('times have a unit that reads well', () => {
  expect([0.01234, 12.34, 1234].map(timeText)).toEqual(['0.012 ms', '12 ms', '1.2 s']);
});
