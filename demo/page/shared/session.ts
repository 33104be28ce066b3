/**
 * Sessions: workers that compute for a part. A slow step never blocks the page, and ending a worker
 * frees everything that it held. Only workers load tfjs and the package.
 */
import { proxy, wrap, type ProxyMarked, type Remote } from 'comlink';
import { useEffect, useState } from 'preact/hooks';
import type { Way, Workshop } from '../worker/index.js';
import { drop, type BackendName } from './backends.js';
import { notify } from './messages.js';

export interface Session<Service> {
  /** Rejects with a sentence if the worker or its backend did not start. */
  readonly service: Promise<Service>;
  /** Ends the worker and any step in flight: calls that wait for it never resolve. */
  end(): void;
}

type Given = [backend: BackendName, way: Way, onLost: (() => void) & ProxyMarked];

/** Opens the service of a part in a worker. */
export type Open<Service> = (workshop: Remote<Workshop>, ...given: Given) => Promise<Service>;

/**
 * Starts a worker with a service; `way` is tfjs alone or with the package. A notice reports a lost GPU,
 * so `onLost` is for parts that have more to do then.
 */
export function startSession<Service>(
  open: Open<Service>,
  backend: BackendName,
  way: Way = 'package',
  onLost?: () => void,
): Session<Service> {
  const worker = new Worker(new URL('../worker/index.ts', import.meta.url), { type: 'module' });
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error(event.message || 'The background worker did not start.'));
    });
  });
  const tell = proxy(() => {
    tellLost(backend);
    onLost?.();
  });
  const service = Promise.race([open(wrap<Workshop>(worker), backend, way, tell), broken]);
  // Every call reports this error, so it must not also count as uncaught.
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
    `${backend} stopped because this page lost its GPU. The driver may have restarted, or another ` +
    'page may have crashed it.';
  notify(text, [
    {
      label: 'Reload the page',
      run: () => {
        location.reload();
      },
    },
    {
      label: 'Continue without it',
      run: () => {
        drop(backend);
      },
    },
  ]);
}

/**
 * A session that lasts as long as the component, and starts again when the backend changes.
 *
 * @param open - The same function at every call.
 */
export function useSession<Service>(
  open: Open<Service>,
  backend: BackendName,
): Session<Service> | undefined {
  const [session, setSession] = useState<Session<Service>>();
  useEffect(() => {
    const started = startSession(open, backend);
    setSession(started);
    return () => {
      started.end();
      setSession(undefined);
    };
  }, [open, backend]);
  return session;
}
