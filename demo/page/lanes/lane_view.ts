/** A lane on the page: its name, its step, clock and time a step, and room for its picture. */
import { element } from '../shared/dom.js';
import { threeDigits } from '../shared/numbers.js';
import { timeText } from './verdict.js';
import './style.css';

export interface LaneFacts {
  steps: number;
  /** Time of all steps, in ms. */
  clock: number;
  stepTime: number | undefined;
  /** A further fact that this task tells, such as the accuracy. */
  extra: string;
  error: string;
}

export interface LaneView {
  readonly element: HTMLElement;
  rename(title: string): void;
  show(facts: LaneFacts): void;
  /** Tells of a turn that takes long; '' ends that. */
  showWaiting(text: string): void;
}

export function createLaneView(title: string, extraLabel: string, picture: HTMLElement): LaneView {
  const heading = element('h3', { textContent: title });
  const error = element('p', { className: 'lane-error', hidden: true });
  const waiting = element('small', { className: 'lane-waiting' });
  const facts = ['Step', extraLabel, 'Clock', 'Time per step'].map((label) => ({
    label,
    value: element('dd', { textContent: '–' }),
  }));
  const list = element(
    'dl',
    { className: 'lane-facts' },
    ...facts.map(({ label, value }) =>
      element('div', {}, element('dt', { textContent: label }), value),
    ),
  );
  const head = element('div', { className: 'lane-head' }, heading, waiting);
  // An error lies on the picture: nothing moves when it appears.
  const stage = element('div', { className: 'lane-picture' }, picture, error);
  const root = element('section', { className: 'lane', ariaLabel: title }, head, list, stage);
  return {
    element: root,
    rename(title) {
      heading.textContent = title;
    },
    show({ steps, clock, stepTime, extra, error: text }) {
      const texts = [
        String(steps),
        extra,
        `${threeDigits(clock / 1000)} s`,
        stepTime === undefined ? '–' : timeText(stepTime),
      ];
      facts.forEach(({ value }, i) => {
        value.textContent = texts[i];
      });
      error.hidden = text === '';
      error.textContent = text;
    },
    showWaiting(text) {
      if (waiting.textContent !== text) waiting.textContent = text;
    },
  };
}
