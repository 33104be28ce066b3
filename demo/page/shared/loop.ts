/**
 * Loops of steps, such as frames or steps of training, that a visitor plays, pauses, takes one by
 * one and leaves. Steps never overlap, and the page stays responsive between them.
 */
import { createPlayer } from './player.js';
import { createWorkQueue } from './work_queue.js';

export interface LoopOptions {
  /** Takes a step; `count` steps were taken before it. */
  step: (count: number) => void | Promise<void>;
  /** Number of steps after which the loop pauses by itself. Default: no end. */
  steps?: number;
  /** Tells whether there is another step. Default: until `steps` were taken. */
  hasNext?: () => boolean;
  /** Time in ms within which steps follow each other before the page is drawn. Default: one step. */
  budget?: number;
  /** Ends the loop for good; `pause` awaits the step in flight. */
  signal: AbortSignal;
}

export interface Loop {
  readonly playing: boolean;
  /** Steps taken since the start or the last `restart`. */
  readonly count: number;
  readonly steps: number;
  /** True if there is no step to take. */
  readonly ended: boolean;
  /** Takes steps until it is paused, has taken all, or one throws; that error stays uncaught. */
  play(): void;
  /** Pauses; resolves when the step in flight has ended. */
  pause(): Promise<void>;
  /** Pauses, and takes one step. */
  step(): Promise<void>;
  /** Does something while no step is in flight, and goes on as before; counts from `first`, if given. */
  between(work: () => void | Promise<void>, first?: number): Promise<void>;
  /** Pauses, calls `prepare` while no step is in flight, and counts from 0, or from `first`. */
  restart(prepare?: () => void | Promise<void>, first?: number): Promise<void>;
  /** Calls back when the loop starts or pauses, and when the count changes. */
  onChange(listener: () => void): void;
  /** Calls back when work besides playing is asked for, and when all of that has ended. */
  onBusy(listener: (busy: boolean) => void): void;
}

/** Calls back whenever a loop that played has paused. */
export function onPause(loop: Loop, listener: () => void): void {
  let wasPlaying = false;
  loop.onChange(() => {
    if (wasPlaying && !loop.playing) listener();
    wasPlaying = loop.playing;
  });
}

export function createLoop(options: LoopOptions): Loop {
  const { step, steps = Infinity, hasNext = () => true, budget, signal } = options;
  const changeListeners: (() => void)[] = [];
  const busyListeners: ((busy: boolean) => void)[] = [];
  const queue = createWorkQueue((busy) => {
    for (const listener of busyListeners) listener(busy);
  });
  let count = 0;
  const ended = () => count >= steps || !hasNext();
  const notify = () => {
    for (const listener of changeListeners) listener();
  };
  const setCount = (value: number) => {
    count = value;
    notify();
  };
  const takeStep = async () => {
    if (signal.aborted || ended()) return;
    await step(count);
    setCount(count + 1);
  };
  const player = createPlayer({
    hasNext: () => !ended(),
    takeStep: (isCurrent) => queue.run(() => (isCurrent() ? takeStep() : undefined)),
    onChange: notify,
    budget,
    signal,
  });
  const pause = () => {
    player.stop();
    return queue.request(() => undefined);
  };
  return {
    get playing() {
      return player.playing;
    },
    get count() {
      return count;
    },
    steps,
    get ended() {
      return ended();
    },
    play() {
      player.start();
    },
    pause,
    async step() {
      await pause();
      await queue.request(takeStep);
    },
    between: (work, first) =>
      queue.request(async () => {
        if (signal.aborted) return;
        await work();
        // There may be steps again.
        setCount(first ?? count);
      }),
    async restart(prepare, first = 0) {
      await pause();
      // Whoever has left frees what there is, and nothing may be made after that.
      if (signal.aborted) return;
      await queue.request(async () => {
        await prepare?.();
        setCount(first);
      });
    },
    onChange(listener) {
      changeListeners.push(listener);
    },
    onBusy(listener) {
      busyListeners.push(listener);
    },
  };
}
