/** Plays a call site by site. */
import { signal } from '@preact/signals';
import { createLoop } from '../../shared/loop.js';

export type Player = ReturnType<typeof createPlayer>;

/** The time that a site is shown while playing, in ms. */
const PACE = 900;

export function createPlayer() {
  /** Number of sites that are done. */
  const done = signal(0);
  let count = 0;
  let due = 0;
  const loop = createLoop(() => {
    const now = performance.now();
    if (!loop.isPlaying.peek() || now >= due) {
      due = now + PACE;
      done.value = Math.min(done.peek() + 1, count);
    }
    return Promise.resolve(done.peek() < count);
  });
  return {
    done,
    loop,
    /** Goes to the beginning of a call with a number of sites. */
    open(siteCount: number) {
      count = siteCount;
      this.goTo(0);
    },
    goTo(site: number) {
      loop.pause();
      due = 0;
      done.value = Math.max(site, 0);
    },
  };
}
