/** The views of every race: the verdict, the lanes, and how far its preparation is. */
import { element } from '../shared/dom.js';
import type { Contest } from './contest.js';
import { leapOf, outcomeOf } from './headline.js';
import { createLaneView } from './lane_view.js';
import { PATIENCE } from './patience.js';
import type { Racer } from './racer.js';
import { titlesOf, TITLES } from './titles.js';

/** The views that a part adds; `begin` and `show` are called by the race. */
export interface RaceViews<Shown extends Contest> {
  showProgress: (text: string, share?: number) => void;
  /** Shows a race from its start, or as it was left. */
  begin(contest: Shown): void;
  /** Shows the latest turn. */
  show(contest: Shown): void;
  /** The outcome in words. */
  summary(contest: Shown): string;
}

export interface LaneViewsOptions {
  /** The picture of each lane, tfjs first. */
  pictures: readonly [HTMLElement, HTMLElement];
  /** Label of the fact that only this task tells. */
  extraLabel: string;
  /** The headline before anything was timed. */
  question: string;
  invitation: string;
  signal: AbortSignal;
}

export interface LaneViews {
  readonly headline: HTMLElement;
  readonly lanes: HTMLElement;
  /** The progress of the preparation, and then what is learnt from. */
  readonly facts: HTMLElement;
  showProgress: (text: string, share?: number) => void;
  /** Ends the progress with a text. */
  showFacts(text: string): void;
  show(contest: Contest, extras: readonly string[]): void;
}

/** The invitation to a race whose lanes have raced before. */
const AGAIN = 'Press Play to race again: tfjs is accelerated now.';

/** Time after which a turn counts as long, and the pause between two looks at it, in ms. */
const [LONG, LOOK] = [1000, 500];

export function createLaneViews(options: LaneViewsOptions): LaneViews {
  const { pictures, extraLabel, question, invitation, signal } = options;
  const views = TITLES.map((title, i) => createLaneView(title, extraLabel, pictures[i]));
  const progress = element('progress', { ariaLabel: 'Getting ready' });
  const facts = element('span');
  const ratio = element('strong', { className: 'ratio', textContent: question });
  const times = element('span', { className: 'times', textContent: invitation });
  const leap = element('span', { className: 'leap' });
  let racers: Contest['race']['racers'] | undefined;
  const timer = setInterval(() => {
    views.forEach((view, i) => {
      view.showWaiting(waitingText(racers?.[i]));
    });
  }, LOOK);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
  });
  return {
    headline: element('p', { className: 'headline' }, ratio, times, leap),
    lanes: element('div', { className: 'lanes' }, ...views.map((view) => view.element)),
    facts: element('p', { className: 'facts' }, progress, facts),
    showProgress(text, share) {
      progress.hidden = false;
      if (share === undefined) progress.removeAttribute('value');
      else progress.value = share;
      facts.textContent = text;
    },
    showFacts(text) {
      progress.hidden = true;
      facts.textContent = text;
    },
    show({ race }, extras) {
      racers = race.racers;
      const stepTimes = racers.map(race.stepTime);
      views.forEach((view, i) => {
        const { steps, clock, error } = race.racers[i];
        view.show({ steps, clock, stepTime: stepTimes[i], extra: extras[i], error });
      });
      const { accelerated, standing } = race;
      views[0].rename(titlesOf(accelerated)[0]);
      leap.textContent = leapOf(standing);
      const start = { ratio: question, times: leap.textContent === '' ? invitation : AGAIN };
      const outcome = outcomeOf(standing) ?? start;
      [ratio.textContent, times.textContent] = [outcome.ratio, outcome.times];
    },
  };
}

/** Tells how long a turn has taken, if that is long. */
function waitingText(racer: Pick<Racer<unknown>, 'since'> | undefined): string {
  const ms = racer?.since === undefined ? 0 : performance.now() - racer.since;
  if (ms < LONG) return '';
  return `Computing for ${Math.floor(ms / 1000)} s, ${PATIENCE / 1000} s at most.`;
}
