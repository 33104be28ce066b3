/** Learning that starts by itself, and starts again on each backend. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { BackendName } from '../../shared/backends.js';
import { useSession, type Open } from '../../shared/session.js';
import { prefersStill } from '../../shared/theme.js';
import { Learning, type Service } from './learning.js';
import type { Pixels } from './pixels.js';

const open: Open<Service> = (workshop, ...given) => workshop.splatting(...given);

export function useLearning(target: Pixels, count: number, backend: BackendName) {
  const session = useSession(open, backend);
  const learning = useMemo(() => session && new Learning(session.service), [session]);
  /** Whether to play on the next backend, as on the previous one. */
  const plays = useRef(!prefersStill());
  useEffect(() => {
    if (learning) void aim(learning, () => learning.aim(count, target, true), plays.current);
  }, [learning, count, target]);
  useEffect(
    () => () => {
      if (!learning) return;
      plays.current = learning.loop.isPlaying.peek() || learning.isOver;
      learning.loop.end();
    },
    [learning],
  );
  const restart = () => {
    if (learning) void aim(learning, () => learning.aim(count, target), false);
  };
  return { learning, restart };
}

/** Aims, then plays if it has just begun or had finished. It stays paused if the visitor paused it. */
async function aim(learning: Learning, start: () => Promise<void>, plays: boolean): Promise<void> {
  const isFirst = learning.frame.peek() === undefined;
  const wasOver = learning.isOver;
  await start();
  if (wasOver || (isFirst && plays)) learning.loop.play();
  else if (isFirst) await learning.loop.step();
}
