/** What workers compute for a state: its output, and its times. */
import { useEffect, useState } from 'preact/hooks';
import { choose } from '../../shared/backends.js';
import { fail } from '../../shared/messages.js';
import { startSession, useSession, type Open } from '../../shared/session.js';
import type { Comparison, createService } from './service.js';
import { dyOf, hasGradients, type Shown, type State } from './state.js';

const open: Open<ReturnType<typeof createService>> = (workshop, ...given) =>
  workshop.playground(...given);

/** What is computed for a state. The previous result stays until the new one arrives. */
export function useShown(state: State): Shown | undefined {
  const backend = choose(state.backend);
  const session = useSession(open, backend);
  const [shown, setShown] = useState<Shown & { session: unknown }>();
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const service = await session?.service;
      const answer = await service?.compute(state, hasGradients(state) ? dyOf(state) : undefined);
      if (answer && isCurrent) setShown({ state, session, ...answer });
    };
    ask().catch(fail);
    return () => {
      isCurrent = false;
    };
  }, [session, state]);
  // Results of another backend are not shown.
  return shown?.session === session ? shown : undefined;
}

/**
 * The times of a call that succeeds; undefined while a worker of their own measures them. They are measured again when
 * anything but a value changes.
 */
export function useComparison(state: State): Comparison | undefined {
  const backend = choose(state.backend);
  const [comparison, setComparison] = useState<Comparison>();
  const withoutValues = JSON.stringify(state, (name, value: unknown) =>
    name === 'values' ? undefined : value,
  );
  useEffect(() => {
    const session = startSession(open, backend);
    const ask = async () => {
      const service = await session.service;
      setComparison(await service.measure(state, Number(state.size)));
      session.end();
    };
    setComparison(undefined);
    ask().catch(fail);
    return () => {
      session.end();
    };
  }, [backend, withoutValues]);
  return comparison;
}
