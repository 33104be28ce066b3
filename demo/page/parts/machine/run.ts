/** The state of the benchmark, and its run: all comparisons on some backends, one after the other. */
import { signal } from '@preact/signals';
import { addressState, oneOf } from '../../shared/address.js';
import { BACKENDS, type BackendName } from '../../shared/backends.js';
import { announce, fail } from '../../shared/messages.js';
import { startSession, type Open, type Session } from '../../shared/session.js';
import type { Way } from '../../worker/index.js';
import { COMPARISON_IDS, COMPARISONS, SIZE_NAMES, SIZES } from './comparisons.js';
import { sharedReport } from './link.js';
import { measure, type Side } from './measure.js';
import type { Result } from './result.js';

export const state = addressState('machine', {
  backend: oneOf(BACKENDS, 'webgl'),
  size: oneOf(SIZE_NAMES, 'medium'),
  /** In the address during a run too, so that a visitor who returns finds them. */
  results: sharedReport,
});

/** The progress of the run; undefined if there is none. */
export const progress = signal<{ share: number; text: string } | undefined>(undefined);

const open: Open<Side> = (workshop, ...given) => workshop.machine(...given);
const WAYS: readonly Way[] = ['stock', 'package'];

let sessions: Session<unknown>[] = [];

/** Ends the run at once. Calls to a worker that has ended never resolve, so nothing follows. */
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
  const [name = 'a browser'] = /(Firefox|Chrome|Safari)\/\d+/.exec(navigator.userAgent) ?? [];
  const report = { when: Date.now(), browser: name.replace('/', ' '), backends };
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
    const lanes = WAYS.map((way) => startSession(open, backend, way, onLost));
    sessions = lanes;
    const sides = await Promise.all(lanes.map(({ service }) => service));
    for (const id of COMPARISON_IDS) {
      tell(`${COMPARISONS[id][0]} on ${backend}`);
      show([...results, { id, backend, ...(await measure(sides, id, wish)) }]);
    }
    cancel();
  }
  announce('The benchmark has finished.');
}
