/** Learning as the page sees it: a worker takes steps, and this holds their results. */
import { batch, signal } from '@preact/signals';
import { createLoop, type Loop } from '../../shared/loop.js';
import { announce, fail } from '../../shared/messages.js';
import { ENOUGH } from '../../shared/numbers.js';
import type { Pixels } from './pixels.js';
import type { createService, Frame } from './service.js';

/** Steps until the particles learn no more. */
export const STEPS = 200;
/** The speed is the mean of this many steps. */
const LATEST = 30;

export type Service = ReturnType<typeof createService>;

/** Lasts as long as its session, so that no results of another backend are shown. */
export class Learning {
  readonly frame = signal<Frame>();
  /** The difference from the target before the first step, and after each. */
  readonly differences = signal<readonly number[]>([]);
  readonly stepsPerSecond = signal<number>();
  readonly loop: Loop = createLoop(() => this.step());
  private count = 0;
  private times: number[] = [];
  /** Counts the targets. A step in flight during a change belongs to the previous one. */
  private aims = 0;

  constructor(private readonly service: Promise<Service>) {
    // A pause must not count as a slow step.
    this.loop.isPlaying.subscribe(() => {
      this.times = [];
    });
  }

  get stepsTaken(): number {
    return Math.max(0, this.differences.value.length - 1);
  }

  get isOver(): boolean {
    return this.stepsTaken >= STEPS;
  }

  /** Starts with new particles. With `goesOn`, keeps the present ones if the count is the same. */
  async aim(count: number, target: Pixels, goesOn = false): Promise<void> {
    const own = ++this.aims;
    const keeps = goesOn && this.count === count;
    this.count = count;
    if (!keeps) this.stepsPerSecond.value = undefined;
    try {
      const remote = await this.service;
      const next = await (keeps ? remote.retarget(target) : remote.start(count, target));
      if (own === this.aims) this.show(next, []);
    } catch (error) {
      fail(error);
    }
  }

  private async step(): Promise<boolean> {
    const own = this.aims;
    const remote = await this.service;
    const next = await remote.step(this.stepsTaken / STEPS);
    if (own !== this.aims) return true;
    this.show(next, this.differences.peek());
    this.timeStep();
    if (this.isOver) announce(`Finished: ${percent(next.difference)} off the target.`);
    return !this.isOver;
  }

  private show(next: Frame, earlier: readonly number[]): void {
    batch(() => {
      this.frame.value = next;
      this.differences.value = [...earlier, next.difference];
    });
  }

  private timeStep(): void {
    if (!this.loop.isPlaying.peek()) return;
    this.times = [...this.times.slice(-LATEST), performance.now()];
    const steps = this.times.length - 1;
    const period = (this.times[steps] - this.times[0]) / steps;
    if (steps >= ENOUGH) this.stepsPerSecond.value = 1000 / period;
  }
}

export const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
