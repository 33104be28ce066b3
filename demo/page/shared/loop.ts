/** Work in steps, which the visitor plays, pauses and takes one by one. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { fail } from './messages.js';

export interface Loop {
  readonly isPlaying: ReadonlySignal<boolean>;
  /** True while a step is in flight. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Takes steps, one a frame, until it is paused or there are none left. */
  play: () => void;
  pause: () => void;
  /** Takes one step; while one is in flight, none. */
  step: () => Promise<void>;
  /** Takes no more steps, ever. */
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
      // A part that was left has nobody to tell.
      if (!hasEnded.peek()) fail(error);
    } finally {
      isBusy.value = false;
    }
  };
  const run = async () => {
    while (isPlaying.peek() && !hasEnded.peek()) {
      // Hidden pages draw no frames, and so they rest.
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
