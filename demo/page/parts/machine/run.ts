/** The state of the benchmark, and its run: all comparisons on some backends, one after the other. */
import { signal } from '@preact/signals';
import { addressState, oneOf } from '../../shared/address.js';
import { BACKENDS, type BackendName } from '../../shared/backends.js';
import { announce, fail } from '../../shared/messages.js';
import { startSession, type Session } from '../../shared/session.js';
import type { Way } from '../../worker/index.js';
import { COMPARISON_IDS, COMPARISONS, SIZE_NAMES, SIZES } from './comparisons.js';
import { sharedReport } from './link.js';
import { measure } from './measure.js';
import type { Result } from './result.js';

export const state = addressState('machine', {
  backend: oneOf(BACKENDS, 'webgl'),
  size: oneOf(SIZE_NAMES, 'medium'),
  /** They are in the address while they are measured, so that a link or a return finds them. */
  results: sharedReport,
});

/** How far the run is; undefined while there is none. */
export const progress = signal<{ share: number; text: string } | undefined>(undefined);

let sessions: Session<'machine'>[] = [];

/** Ends the run at once. As calls to an ended worker never resolve, it does nothing more. */
export function cancel(): void {
  for (const session of sessions) session.end();
  sessions = [];
  progress.value = undefined;
}

export function start(backends: readonly BackendName[]): void {
  cancel();
  run(backends).catch((error: unknown) => {
    cancel();
    fail(error);
  });
}

async function run(backends: readonly BackendName[]): Promise<void> {
  const [browser = 'a browser'] = /(Firefox|Chrome|Safari)\/\d+/.exec(navigator.userAgent) ?? [];
  const report = { when: Date.now(), browser, backends };
  const wish = SIZES[state.value.size];
  let results: Result[] = [];
  const show = (next: Result[]) => {
    results = next;
    state.set({ results: { ...report, results } });
  };
  const tell = (text: string) => {
    progress.value = { share: results.length / (backends.length * COMPARISON_IDS.length), text };
  };
  show([]);
  for (const backend of backends) {
    tell(`Starting ${backend}`);
    const onLost = () => {
      cancel();
      show(results.filter((result) => result.backend !== backend));
    };
    const open = (way: Way) => startSession('machine', backend, way, onLost);
    sessions = [open('stock'), open('package')];
    const sides = await Promise.all(sessions.map(({ service }) => service));
    for (const id of COMPARISON_IDS) {
      tell(`${COMPARISONS[id][0]} on ${backend}`);
      show([...results, { id, backend, ...(await measure(sides, id, wish)) }]);
    }
    cancel();
  }
  announce('Everything is measured.');
}
