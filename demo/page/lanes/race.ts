/**
 * A race of tfjs against tfjs with this package: the same task in two workers, which take turns. The
 * next turn is of whoever has used less time, so that both are timed side by side.
 */
import type { BackendName } from '../shared/backend_list.js';
import { startLane, type Lane } from './lane.js';
import { inTime, OutOfPatience } from './patience.js';
import type { TaskName, Way } from './protocol.js';
import type { RaceTask } from './race_task.js';
import { racerOf, type Racer } from './racer.js';
import {
  beforeOf,
  latestOf,
  medianOf,
  standingOf,
  type Before,
  type Standing,
} from './standing.js';

export interface Race<Setting, View, Sizes = void> {
  readonly racers: readonly [tfjs: Racer<View>, ours: Racer<View>];
  readonly accelerated: boolean;
  /** How it stands, by steps that were timed in turn. */
  readonly standing: Standing;
  /** True if nobody can take a step, or if this package's lane has taken all against tfjs as it comes. */
  readonly isOver: boolean;
  /** Asks tfjs' own lane for the size at which its step takes some seconds. */
  fit(sizes: Sizes): Promise<number>;
  /** Returns the milliseconds that a step takes; undefined before one was timed. */
  stepTime: (racer: Pick<Racer<View>, 'times'>) => number | undefined;
  /** Puts both lanes on the start of so many steps. */
  prepare(setting: Setting, steps: number): Promise<void>;
  /** Lets one lane take a turn, and resolves to it; undefined if the race is over. */
  turn(): Promise<Racer<View> | undefined>;
  /**
   * Lets tfjs' own ops in its lane run on the package's kernels, and puts both lanes back on the start:
   * times of before are none that were taken in turn with those after. Only a new race undoes it.
   */
  accelerate(): Promise<void>;
  end: () => void;
}

export interface RaceOptions {
  task: TaskName;
  backend: BackendName;
  onLost: () => void;
}

/** Time of a turn, in ms: the page shows the lanes as often. */
const BUDGET = 120;

export function createRace<Setting, View, Sizes = void>(
  options: RaceOptions,
): Race<Setting, View, Sizes> {
  const { task, backend, onLost } = options;
  type Task = RaceTask<Setting, View, Sizes>;
  const start = (way: Way) => startLane<Task>({ task, way, backend }, onLost);
  const racers = [racerOf<View>('tfjs'), racerOf<View>('package')] as const;
  const lanes: Record<Way, Lane<Task>> = { tfjs: start('tfjs'), package: start('package') };
  let setting: Setting | undefined;
  let mostSteps = 0;
  let accelerated = false;
  let before: Before;
  let hasEnded = false;

  const canGoOn = ({ steps, error }: Racer<View>) => steps < mostSteps && error === '';
  /** Calls a lane's method; a lane that takes too long is ended, and another waits in its place. */
  const call = async <Result>(racer: Racer<View>, work: (lane: Lane<Task>) => Promise<Result>) => {
    const { way } = racer;
    racer.since = performance.now();
    try {
      return await inTime(work(lanes[way]));
    } catch (error) {
      racer.error = sentenceOf(error);
      racer.isStopped = error instanceof OutOfPatience;
      if (racer.isStopped && !hasEnded) {
        lanes[way].end();
        lanes[way] = start(way);
        if (way === 'tfjs') accelerated = false;
      }
      return undefined;
    } finally {
      racer.since = undefined;
    }
  };
  const prepareOne = async (racer: Racer<View>) => {
    if (setting === undefined) return;
    const given = setting;
    Object.assign(racer, { ...racerOf<View>(racer.way), latest: undefined });
    const view = await call(racer, (lane) => lane.call('prepare', given));
    if (view !== undefined) racer.latest = { seconds: 0, losses: [], view };
  };
  const toStart = async () => {
    // One after the other, for they share the processor.
    for (const racer of racers) await prepareOne(racer);
  };
  const turnOf = async (racer: Racer<View>) => {
    const given = { budget: BUDGET, most: mostSteps - racer.steps };
    const isInTurn = racers.every(canGoOn);
    const turn = await call(racer, (lane) => lane.call('turn', given));
    if (turn === undefined) return;
    const { losses, times, view } = turn;
    racer.steps += times.length;
    racer.clock += times.reduce((sum, ms) => sum + ms, 0);
    racer.times = latestOf(racer.times, times);
    if (isInTurn) racer.timesInTurn = latestOf(racer.timesInTurn, times);
    racer.latest = { seconds: racer.clock / 1000, losses, view };
  };
  /** tfjs as it comes need not end, once it is beaten: that could take minutes. */
  const isOver = () => {
    const [tfjs, ours] = racers;
    return !canGoOn(ours) && ((ours.error === '' && !accelerated) || !canGoOn(tfjs));
  };
  return {
    racers,
    get accelerated() {
      return accelerated;
    },
    get standing() {
      return standingOf(racers, accelerated, before);
    },
    get isOver() {
      return isOver();
    },
    fit: (sizes) => lanes.tfjs.call('fit', sizes),
    stepTime: ({ times }) => medianOf(times),
    prepare(next, steps) {
      setting = next;
      mostSteps = steps;
      return toStart();
    },
    async turn() {
      if (isOver()) return undefined;
      const [next] = racers.filter(canGoOn).sort((a, b) => a.clock - b.clock);
      await turnOf(next);
      return next;
    },
    async accelerate() {
      if (!accelerated) before = beforeOf(racers[0]);
      await lanes.tfjs.accelerate();
      accelerated = true;
      await toStart();
    },
    end() {
      hasEnded = true;
      lanes.tfjs.end();
      lanes.package.end();
    },
  };
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof OutOfPatience ? text : `tfjs says: ${text}`;
}
