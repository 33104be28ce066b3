/** The race of a part: its settings in the address, its loop, its switch, and what is kept of it. */
import type { PageContext } from '../part.js';
import { debounced } from '../shared/debounced.js';
import { createLoop, onPause } from '../shared/loop.js';
import { loopControls } from '../shared/loop_controls.js';
import { accelerationField } from './acceleration_field.js';
import type { Contest } from './contest.js';
import type { RaceViews } from './race_views.js';

/** The race as the visitor left it, with its workers. */
export interface Slot<Kept extends Contest> {
  contest?: Kept;
}

export interface RacePartOptions<Settings extends { accelerated: boolean }, Kept extends Contest> {
  page: PageContext;
  /** Lives as long as the page. */
  slot: Slot<Kept>;
  read: (query: URLSearchParams, onProblem: (sentence: string) => void) => Settings;
  write: (settings: Settings) => URLSearchParams;
  /** Names the settings that make another race; others change no lesson. */
  keyOf: (settings: Settings) => string;
  createContest: (settings: Settings) => Kept;
  views: RaceViews<Kept>;
  /** Shows settings that the address has changed. */
  onAddress: (settings: Settings) => void;
}

export interface RacePart<Settings, Kept> {
  readonly settings: Settings;
  readonly contest: Kept | undefined;
  /** The buttons of the race. */
  readonly controls: HTMLElement;
  /** The one switch of the race. */
  readonly acceleration: HTMLElement;
  /** Adopts settings, at once or, if more may follow while someone types, in a moment. */
  change(settings: Settings, isTyped: boolean): void;
  /** Shows the race that was kept, or begins one. */
  start(): void;
}

export function createRacePart<Settings extends { accelerated: boolean }, Kept extends Contest>(
  options: RacePartOptions<Settings, Kept>,
): RacePart<Settings, Kept> {
  const { page, slot, write, keyOf, createContest, views, onAddress } = options;
  const { signal } = page;
  const read = (query: URLSearchParams) => {
    const problems: string[] = [];
    const found = options.read(query, (sentence) => problems.push(sentence));
    for (const sentence of problems) page.showNotice(sentence);
    // The address is to say what is shown, whatever was asked for.
    if (problems.length > 0) page.query.replace(write(found));
    return found;
  };
  let settings = read(page.query.read());
  const isKept = ({ key, race }: Contest) =>
    key === keyOf(settings) && race.accelerated === settings.accelerated;
  let contest = slot.contest && isKept(slot.contest) ? slot.contest : undefined;
  const loop = createLoop({
    signal,
    hasNext: () => contest?.isReady === true && !contest.race.isOver,
    async step() {
      const current = contest;
      await current?.turn();
      if (current && !signal.aborted) views.show(current);
    },
  });
  onPause(loop, () => {
    if (!signal.aborted) page.announce(contest ? views.summary(contest) : '');
  });
  /** Ends the workers, and with them whatever step is in flight. */
  const abandon = () => {
    slot.contest?.race.end();
    contest?.race.end();
    slot.contest = contest = undefined;
  };
  const begin = async () => {
    abandon();
    const next = createContest(settings);
    contest = next;
    // A race that is not on its start yet is of no use to a visitor who comes back.
    const end = () => {
      if (slot.contest !== next) next.race.end();
    };
    signal.addEventListener('abort', end, { once: true });
    await next.prepare(signal, views.showProgress);
    if (contest !== next) return;
    if (settings.accelerated && next.isReady) await next.accelerate();
    signal.throwIfAborted();
    slot.contest = next;
    views.begin(next);
  };
  const startAnew = async () => {
    const { playing } = loop;
    abandon();
    await loop.restart(begin);
    if (playing) loop.play();
  };
  /** Accelerates tfjs in the race at hand, which goes back to its start. */
  const leap = async () => {
    // One that was prepared meanwhile is accelerated already.
    if (contest === undefined || contest.race.accelerated) return;
    views.showProgress('Both lanes go back to the start …');
    await contest.accelerate();
    if (!signal.aborted) views.begin(contest);
  };
  const adopt = (next: Settings) => {
    const isAnother = keyOf(next) !== contest?.key;
    settings = { ...next, accelerated: settings.accelerated };
    page.query.replace(write(settings));
    if (isAnother) void startAnew();
  };
  const acceleration = accelerationField(settings.accelerated, async (accelerated) => {
    settings = { ...settings, accelerated };
    page.query.replace(write(settings));
    // Only a worker that never had the package is tfjs as it comes.
    if (!accelerated) await startAnew();
    else await loop.between(leap, 0);
  });
  page.query.onChange((query) => {
    const { accelerated } = settings;
    settings = read(query);
    onAddress(settings);
    acceleration.set(settings.accelerated);
    if (keyOf(settings) === contest?.key && settings.accelerated === accelerated) return;
    abandon();
    void loop.restart(begin);
  });
  const controls = loopControls('Race', loop, { restart: begin, unit: 'turn' });
  controls.querySelector('button')?.classList.add('primary');
  return {
    get settings() {
      return settings;
    },
    get contest() {
      return contest;
    },
    controls,
    acceleration: acceleration.root,
    change: debounced(signal, adopt),
    start() {
      if (contest) {
        views.begin(contest);
        void loop.restart(undefined, contest.race.racers[1].steps);
      } else void loop.restart(begin);
    },
  };
}
