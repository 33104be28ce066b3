/** A loop of steps that the visitor plays, pauses, or takes one by one. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { fail } from './messages.js';

export interface Loop {
  readonly isPlaying: ReadonlySignal<boolean>;
  /** True while a step is in flight. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Takes one step per frame until it is paused or finished. */
  play: () => void;
  pause: () => void;
  /** Takes one step, unless one is in flight. */
  step: () => Promise<void>;
  /** Stops for good. */
  end: () => void;
}

/** @param step - Takes a step; resolves to false if it was the last one. */
export function createLoop(step: () => Promise<boolean>): Loop {
  const isPlaying = signal(false);
  const isBusy = signal(false);
  const hasEnded = signal(false);
  const take = async (): Promise<void> => {
    if (isBusy.peek() || hasEnded.peek()) return;
    isBusy.value = true;
    try {
      const hasMore = await step();
      if (!hasMore) isPlaying.value = false;
    } catch (error) {
      isPlaying.value = false;
      // Nobody is left to read it once the part is closed.
      if (!hasEnded.peek()) fail(error);
    } finally {
      isBusy.value = false;
    }
  };
  const run = async () => {
    while (isPlaying.peek() && !hasEnded.peek()) {
      // A hidden page draws no frames, so the loop rests.
      await nextFrame();
      if (isPlaying.peek()) await take();
    }
  };
  return {
    isPlaying,
    isBusy,
    play() {
      if (isPlaying.peek() || hasEnded.peek()) return;
      isPlaying.value = true;
      void run();
    },
    pause() {
      isPlaying.value = false;
    },
    step: take,
    end() {
      hasEnded.value = true;
      isPlaying.value = false;
    },
  };
}

const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      resolve();
    });
  });
