/** The headline that this machine measures at a click: one step of a graph, in both lanes. */
import { timeText, verdict } from '../../lanes/verdict.js';
import type { PageContext } from '../../part.js';
import { availableBackends } from '../../shared/backend_list.js';
import { button } from '../../shared/controls.js';
import { element } from '../../shared/dom.js';
import { isAbort } from '../../shared/failure.js';
import { createContest } from '../graph/contest.js';
import { readSettings } from '../graph/settings.js';
import '../../lanes/style.css';

/** Timed steps of each lane: the verdict is on their medians. */
const FEWEST_STEPS = 2;

/** The ratio and times measured before, for a visitor who comes back. */
let kept: { ratio: string; times: string } | undefined;

export function createHeadline(page: PageContext): HTMLElement {
  const ratio = element('strong', { className: 'ratio' });
  const times = element('span', { className: 'times' });
  const show = (headline: { ratio: string; times: string }) => {
    ratio.textContent = headline.ratio;
    times.textContent = headline.times;
  };
  show(
    kept ?? {
      ratio: 'How much faster does a graph network train here?',
      times: 'One click measures it on this machine, in a few seconds.',
    },
  );
  let isMeasuring = false;
  const start = button('Measure', async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    start.ariaDisabled = 'true';
    try {
      kept = await measure(page, (text) => {
        times.textContent = text;
      });
      show(kept);
      page.announce(`${kept.ratio}. ${kept.times}`);
    } catch (error) {
      if (!isAbort(error)) throw error;
    } finally {
      isMeasuring = false;
      start.ariaDisabled = 'false';
    }
  });
  start.classList.add('primary');
  const text = element('p', { className: 'headline' }, ratio, times);
  return element(
    'section',
    { className: 'measured panel', ariaLabel: 'Measured here' },
    text,
    start,
  );
}

async function measure(
  { signal, reportLost }: PageContext,
  onProgress: (text: string) => void,
): Promise<{ ratio: string; times: string }> {
  const settings = readSettings(new URLSearchParams(), availableBackends());
  const contest = createContest(settings, reportLost);
  const { race } = contest;
  signal.addEventListener('abort', race.end, { once: true });
  try {
    await contest.prepare(signal, onProgress);
    onProgress('Both lanes take steps, in turn …');
    const isMissing = () =>
      race.racers.some(({ steps, error }) => error === '' && steps < FEWEST_STEPS);
    while (isMissing() && !race.isOver) {
      await contest.turn();
      signal.throwIfAborted();
    }
    const [tfjs, ours] = race.racers.map(race.stepTime);
    const failure = race.racers.find(({ error }) => error !== '');
    if (failure || tfjs === undefined || ours === undefined) {
      throw new Error(failure?.error ?? 'No step was timed.');
    }
    const nodes = contest.example?.graph.nodeCount.toLocaleString('en') ?? '';
    return {
      ratio: verdict(tfjs, ours),
      times:
        `One step of a graph network with ${nodes} nodes, on ${settings.backend}: ` +
        `tfjs ${timeText(tfjs)}, with this package ${timeText(ours)}.`,
    };
  } finally {
    signal.removeEventListener('abort', race.end);
    race.end();
  }
}
