/** A race on this machine: two workers get ready, then take turns. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { BackendName } from '../../shared/backends.js';
import { createLoop, type Loop } from '../../shared/loop.js';
import { announce, sentenceOf } from '../../shared/messages.js';
import { startSession, type Open } from '../../shared/session.js';
import { addPoints } from './chart_rows.js';
import { headlineOf } from './headline.js';
import { afterTurn, canGoOn, EMPTY, isOver, nextLane, type Lane, type Lanes } from './race.js';
import type { createService } from './service.js';
import { stepsOf, type Setup } from './sizes.js';

export interface Contest {
  readonly setup: Setup;
  readonly loop: Loop;
  readonly lanes: ReadonlySignal<Lanes>;
  readonly isReady: ReadonlySignal<boolean>;
  /** tfjs' lane before its ops were accelerated, if they were. Only a new contest undoes that. */
  readonly before: ReadonlySignal<Lane | undefined>;
  /** Returns both lanes to the start, and accelerates tfjs' own ops if asked to. */
  restart: (accelerate: boolean) => void;
  /** From now on, shows the words nearest to this one. */
  ask: (word: string) => void;
  end: () => void;
}

type Service = ReturnType<typeof createService>;

const open: Open<Service> = (workshop, ...given) => workshop.train(...given);

/** The time of a turn, in ms. The page updates after each. */
const BUDGET = 120;
/** The package's lane first, because it gets ready sooner. */
const ORDER = [1, 0] as const;

export function createContest(setup: Setup, backend: BackendName): Contest {
  const sessions = [
    startSession(open, backend, 'stock'),
    startSession(open, backend, 'package'),
  ] as const;
  const most = stepsOf(setup);
  const lanes = signal<Lanes>([EMPTY, EMPTY]);
  const isReady = signal(false);
  const before = signal<Lane>();
  let word = '';

  const set = (i: 0 | 1, lane: Lane) => {
    const [stock, ours] = lanes.peek();
    lanes.value = i === 0 ? [lane, ours] : [stock, lane];
  };
  /** Runs some work on a lane and shows the result. An error becomes the lane's. */
  const have = async (i: 0 | 1, work: Work) => {
    const lane = lanes.peek()[i];
    try {
      const service = await sessions[i].service;
      const next = await work(service, lane, i);
      set(i, { ...next, view: next.error === '' ? await service.look(word) : undefined });
    } catch (error) {
      set(i, { ...lane, error: sentenceOf(error) });
    }
  };
  /** Work is done in order, so that no step is in flight during anything else. */
  let queue: Promise<unknown> = Promise.resolve();
  const inQueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  const haveBoth = (work: Work) =>
    inQueue(async () => {
      for (const i of ORDER) await have(i, work);
    });
  const tryWays: Work = async (service, lane) => {
    const trials = await service.tryWays();
    const points = trials.flatMap((trial) => trial.points);
    if (setup.data === 'communities') addPoints(backend, points);
    const isOut = trials.every(({ problem }) => problem !== '');
    return { ...lane, trials, error: isOut ? trials.map(({ problem }) => problem).join(' ') : '' };
  };
  const loop = createLoop(() =>
    inQueue(async () => {
      const next = nextLane(lanes.peek(), most);
      const isPlaying = loop.isPlaying.peek();
      // A single step moves both lanes.
      for (const i of isPlaying ? ORDER.filter((i) => i === next) : ORDER) {
        if (!canGoOn(lanes.peek()[i], most)) continue;
        const budget = isPlaying ? BUDGET : 0;
        await have(i, async (service, lane) =>
          afterTurn(lane, await service.turn(budget, most - lane.steps)),
        );
      }
      const hasMore = !isOver(lanes.peek(), most);
      if (!hasMore) announce(`Finished. ${headlineOf(lanes.peek(), before.peek()).text}.`);
      return hasMore;
    }),
  );
  void haveBoth(async (service, lane) => {
    await service.begin(setup);
    return lane;
  });
  void haveBoth(tryWays).then(() => {
    isReady.value = true;
  });
  return {
    setup,
    loop,
    lanes,
    isReady,
    before,
    restart(accelerate) {
      loop.pause();
      void haveBoth(async (service, lane, i) => {
        if (accelerate && i === 0) {
          await service.accelerate();
          before.value ??= lane;
          return { ...EMPTY, trials: lane.trials };
        }
        if (lane.error === '') await service.restart();
        return { ...EMPTY, trials: lane.trials, error: lane.error };
      });
    },
    ask(next) {
      word = next;
      void haveBoth((_, lane) => Promise.resolve(lane));
    },
    end() {
      loop.end();
      for (const session of sessions) session.end();
    },
  };
}

type Work = (service: Service, lane: Lane, i: 0 | 1) => Promise<Lane>;
