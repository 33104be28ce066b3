/** Learning that begins by itself, on each backend anew. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { BackendName } from '../../shared/backends.js';
import { useSession } from '../../shared/session.js';
import { prefersStill } from '../../shared/theme.js';
import { Learning } from './learning.js';
import type { Pixels } from './pixels.js';

/** Returns a `box`, too: a reference to the element that has to be in view. */
export function useLearning(target: Pixels, count: number, backend: BackendName) {
  const session = useSession('splatting', backend);
  const learning = useMemo(() => session && new Learning(session.service), [session]);
  const box = useRef<HTMLDivElement>(null);
  /** Whether it plays on another backend: as it did on the one before. */
  const plays = useRef(!prefersStill());
  useEffect(() => {
    if (learning) void aim(learning, () => learning.aim(count, target, true), plays.current);
  }, [learning, count, target]);
  useEffect(() => {
    if (!learning || !box.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      learning.isInView = entries.some(({ isIntersecting }) => isIntersecting);
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      plays.current = learning.loop.isPlaying.peek() || learning.isOver;
      learning.loop.end();
    };
  }, [learning]);
  const restart = () => {
    if (learning) void aim(learning, () => learning.aim(count, target), false);
  };
  return { learning, restart, box };
}

/** Aims, then plays if it has just begun or was over: who had paused it finds it so. */
async function aim(learning: Learning, start: () => Promise<void>, plays: boolean): Promise<void> {
  const isFirst = learning.frame.peek() === undefined;
  const wasOver = learning.isOver;
  await start();
  if (wasOver || (isFirst && plays)) learning.loop.play();
  else if (isFirst) await learning.loop.step();
}
