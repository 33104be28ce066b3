/** A race whose lanes take the times that a test gives them: its turns, its switch and its headline. */
import { leapOf, outcomeOf } from '../../../demo/page/lanes/headline.js';
import type { Lane } from '../../../demo/page/lanes/lane.js';
import { OutOfPatience } from '../../../demo/page/lanes/patience.js';
import type { LaneStart, Methods, Way } from '../../../demo/page/lanes/protocol.js';
import { quietTime } from '../../../demo/page/lanes/quiet_time.js';
import { createRace } from '../../../demo/page/lanes/race.js';
import type { Standing } from '../../../demo/page/lanes/standing.js';
import { titlesOf } from '../../../demo/page/lanes/titles.js';
import type { TurnGiven } from '../../../demo/page/lanes/turn.js';

/** Time of a step in each lane, in ms, or the error that it throws. */
let pace: Record<Way, number | Error>;
/** Time of tfjs' step once it is accelerated. */
let accelerated: number | Error;

jest.mock('../../../demo/page/lanes/lane.js', () => ({
  startLane: ({ way }: LaneStart) => laneOf(way),
}));

/** A lane that takes one step a turn. */
function laneOf(way: Way): Pick<Lane<Methods>, 'call' | 'accelerate' | 'end'> {
  let own = () => pace[way];
  const answer = (name: string, { most }: Partial<TurnGiven> = {}) => {
    const ms = own();
    if (ms instanceof Error) throw ms;
    if (name === 'prepare') return 'start';
    return most === 0 ? undefined : { losses: [1], times: [ms], view: 'later' };
  };
  const call = (name: string, given: TurnGiven) =>
    Promise.resolve().then(() => answer(name, given));
  return {
    call,
    accelerate() {
      own = () => accelerated;
      return Promise.resolve();
    },
    end: () => undefined,
  };
}

beforeEach(() => {
  [pace, accelerated] = [{ tfjs: 1000, package: 100 }, 50];
});

async function prepared(steps: number) {
  const race = createRace({ task: 'graph', backend: 'cpu', onLost: () => undefined });
  await race.prepare({}, steps);
  return race;
}

type TestRace = Awaited<ReturnType<typeof prepared>>;

/** Lets lanes take turns, and returns whose they were. */
async function turnsOf(race: TestRace, count: number): Promise<string> {
  let ways = '';
  for (let i = 0; i < count; i++) ways += (await race.turn())?.way[0] ?? '-';
  return ways;
}

const stepsOf = ({ racers }: TestRace) => racers.map(({ steps }) => steps);

describe('a race', () => {
  test('lets whoever has used less time take the next turn', async () => {
    const race = await prepared(100);
    expect(await turnsOf(race, 13)).toBe('tpppppppppptp');
    expect(race.standing).toMatchObject({ tfjs: 1000, ours: 100, trouble: '' });
  });

  test('goes back to the start when tfjs is accelerated, and times both anew in turn', async () => {
    const race = await prepared(100);
    await turnsOf(race, 13);
    pace.package = 80;
    await race.accelerate();
    expect(race.racers).toMatchObject(
      Array(2).fill({ steps: 0, clock: 0, times: [], latest: { seconds: 0, view: 'start' } }),
    );
    expect(race.standing).toMatchObject({ tfjs: undefined, ours: undefined, before: 1000 });
    // Neither lane stands still.
    expect(await turnsOf(race, 8)).toBe('tptpttpt');
    expect(race.standing).toMatchObject({ tfjs: 50, ours: 80, isAccelerated: true, before: 1000 });
  });

  test('can be raced again by both lanes after it has ended', async () => {
    const race = await prepared(3);
    expect(await turnsOf(race, 5)).toBe('tppp-');
    expect(race.isOver).toBe(true);
    await race.accelerate();
    expect(race.isOver).toBe(false);
    expect(await turnsOf(race, 7)).toBe('tpttpp-');
    expect(stepsOf(race)).toEqual([3, 3]);
  });

  test('compares no step that a lane took alone', async () => {
    const race = await prepared(4);
    pace.package = 300;
    await race.accelerate();
    expect(await turnsOf(race, 5)).toBe('tpttt');
    expect(stepsOf(race)).toEqual([4, 1]);
    const { standing } = race;
    pace.package = 1;
    expect(await turnsOf(race, 4)).toBe('ppp-');
    expect(race.standing).toEqual(standing);
    expect(race.racers[1].times).toContain(1);
  });

  test('tells a lane that was stopped from one that throws', async () => {
    pace.tfjs = new OutOfPatience();
    const slow = await prepared(9);
    expect(await turnsOf(slow, 2)).toBe('pp');
    expect(slow.standing).toMatchObject({ tfjs: undefined, ours: 100, trouble: 'stopped' });
    await slow.accelerate();
    await turnsOf(slow, 3);
    expect(slow.standing).toMatchObject({ tfjs: 50, trouble: '', before: 'stopped' });

    pace.tfjs = new Error('no kernel');
    const broken = await prepared(9);
    expect(broken.racers[0].error).toBe('tfjs says: no kernel');
    expect(broken.standing.trouble).toBe('failed');
    await broken.accelerate();
    expect(broken.standing).toMatchObject({ trouble: '', before: 'failed' });
  });
});

describe('the headline of a race', () => {
  const STANDING: Standing = {
    tfjs: 1060,
    ours: 81.3,
    trouble: '',
    isAccelerated: false,
    before: undefined,
  };
  const headline = (standing: Partial<Standing>) => {
    const whole = { ...STANDING, ...standing };
    const { ratio, times } = outcomeOf(whole) ?? { ratio: '', times: '' };
    return [ratio, times, leapOf(whole)];
  };

  test('is of steps in turn', () => {
    expect(headline({})).toEqual([
      '13 times as fast with this package',
      'One step: 1.06 s by tfjs, 81.3 ms with this package, timed in turn.',
      '',
    ]);
    expect(headline({ tfjs: undefined })).toEqual(['', '', '']);
    expect(headline({ ours: undefined })).toEqual(['', '', '']);
  });

  test('names the lane that is accelerated, and tells its leap', () => {
    const one = { isAccelerated: true, tfjs: 90, before: 1060 };
    expect(headline(one)).toEqual([
      '1.11 times as fast with this package',
      'One step: 90 ms by accelerated tfjs, 81.3 ms with this package, timed in turn.',
      'tfjs: 1.06 s a step before, 90 ms with accelerateBuiltins().',
    ]);
    const leaps = ([undefined, 'stopped', 'failed'] as const).map(
      (before) => headline({ ...one, before })[2],
    );
    expect(leaps).toEqual([
      '',
      'tfjs: over 30 s a step before, 90 ms with accelerateBuiltins().',
      'tfjs: could not train before, 90 ms a step with accelerateBuiltins().',
    ]);
    const notYet = { ...one, tfjs: undefined, ours: undefined };
    expect(headline(notYet)).toEqual(['', '', 'tfjs: 1.06 s a step before accelerateBuiltins().']);
    expect(titlesOf(true)).toEqual(['TensorFlow.js, accelerated', 'With this package']);
    expect(titlesOf(false)).toEqual(['TensorFlow.js', 'With this package']);
  });

  test('says that only this package can train where tfjs throws, and only there', () => {
    const none = { tfjs: undefined, ours: 81.3 };
    expect(headline({ ...none, trouble: 'failed' })).toEqual([
      'Only this package can train here',
      'One step takes 81.3 ms. The TensorFlow.js lane says why it does not run.',
      '',
    ]);
    expect(headline({ ...none, trouble: 'stopped' })).toEqual([
      'tfjs was stopped: a step takes over 30 s',
      'With this package it takes 81.3 ms.',
      '',
    ]);
  });
});

test('an estimate takes the least of times, without the first call', async () => {
  const times = [1, 9, 4, 6];
  expect(await quietTime(() => Promise.resolve(times.shift() ?? 0))).toBe(4);
  expect(times).toEqual([]);
});
