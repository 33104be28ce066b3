/**
 * Computing, which happens in workers: no slow step hangs the page, and to end a worker gives back all
 * that it held. tfjs and the package are loaded there alone.
 */
import { proxy, wrap, type Remote } from 'comlink';
import { useEffect, useState } from 'preact/hooks';
import type { Services, Way, Workshop } from '../worker/index.js';
import { drop, type BackendName } from './backends.js';
import { notify } from './messages.js';

export interface Session<Name extends keyof Services> {
  /** Rejects with a sentence if the worker or its backend did not start. */
  readonly service: Promise<Remote<Services[Name]>>;
  /** Ends the worker and any step in flight: calls that wait for it never resolve. */
  end(): void;
}

/**
 * Starts a worker with the service of a part; `way` is tfjs as it comes, or with the package. A notice
 * tells of a lost GPU, so `onLost` is for parts that have more to do then.
 */
export function startSession<Name extends keyof Services>(
  name: Name,
  backend: BackendName,
  way: Way = 'package',
  onLost?: () => void,
): Session<Name> {
  const worker = new Worker(new URL('../worker/index.ts', import.meta.url), { type: 'module' });
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error(event.message || 'The worker that computes did not start.'));
    });
  });
  const tell = proxy(() => {
    tellLost(backend);
    onLost?.();
  });
  // Remote types do not carry that the name decides which service it is.
  const opened: Promise<unknown> = wrap<Workshop>(worker).open(name, backend, way, tell);
  const service = Promise.race([opened, broken]) as Promise<Remote<Services[Name]>>;
  // Every call tells this error, so that it does not count as one that nobody caught.
  service.catch(() => undefined);
  return {
    service,
    end() {
      worker.terminate();
    },
  };
}

function tellLost(backend: BackendName): void {
  const text =
    `This page lost the graphics processor, and ${backend} has stopped. A driver that restarted or ` +
    'another page may be the cause.';
  notify(text, [
    {
      label: 'Reload the page',
      run: () => {
        location.reload();
      },
    },
    {
      label: 'Go on without it',
      run: () => {
        drop(backend);
      },
    },
  ]);
}

/** A session that lasts as long as the component, and starts again when the backend changes. */
export function useSession<Name extends keyof Services>(
  name: Name,
  backend: BackendName,
): Session<Name> | undefined {
  const [session, setSession] = useState<Session<Name>>();
  useEffect(() => {
    const started = startSession(name, backend);
    setSession(started);
    return () => {
      started.end();
      setSession(undefined);
    };
  }, [name, backend]);
  return session;
}
