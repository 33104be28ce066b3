/** How long a step takes in each setting that was tried on a graph, side by side. */
import { element } from '../../shared/dom.js';
import { median, threeDigits } from '../../shared/numbers.js';

export interface Timings {
  /** A table, and what to do where it is empty. */
  readonly element: HTMLElement;
  /** A step was taken; the first of a setting, which compiles programs, does not count. */
  add(setting: Setting, ms: number): void;
  /** A step would take so long that none was taken. */
  estimate(setting: Setting, ms: number): void;
  clear(): void;
}

export interface Setting {
  backend: string;
  /** What messages are passed by. */
  ops: string;
}

interface Row extends Setting {
  /** Of the latest steps that count. */
  times: number[];
  /** How many counted. */
  steps: number;
  estimate?: number;
}

const COLUMNS = ['Backend', 'Messages passed by', 'Steps', 'ms a step', 'against the fastest'];

/** A median of more would follow changes late. */
const LATEST = 25;

export function createTimings(): Timings {
  const body = element('tbody');
  const empty = element('p', { className: 'empty', textContent: 'No step was timed yet.' });
  const headings = COLUMNS.map((textContent, i) =>
    element('th', { scope: 'col', textContent, className: i < 2 ? '' : 'number' }),
  );
  const head = element('thead', {}, element('tr', {}, ...headings));
  const table = element('table', { ariaLabel: 'Milliseconds a step' }, head, body);
  const scroll = element('div', { className: 'scroll', tabIndex: 0, role: 'region' }, table);
  scroll.ariaLabel = 'Table';
  const rows = new Map<string, Row>();
  const rowOf = (setting: Setting): Row => {
    const key = `${setting.backend} ${setting.ops}`;
    const row = rows.get(key) ?? { ...setting, times: [], steps: -1 };
    rows.set(key, row);
    return row;
  };
  const show = () => {
    const shown = [...rows.values()].filter(({ times, estimate }) => times.length > 0 || estimate);
    const fastest = Math.min(...shown.map(msOf));
    body.replaceChildren(...shown.map((row) => tableRow(row, fastest)));
    scroll.hidden = shown.length === 0;
    empty.hidden = !scroll.hidden;
  };
  show();
  return {
    element: element('div', { className: 'timings' }, scroll, empty),
    add(setting, ms) {
      const row = rowOf(setting);
      row.estimate = undefined;
      if (++row.steps === 0) return;
      row.times = [...row.times.slice(1 - LATEST), ms];
      show();
    },
    estimate(setting, ms) {
      rowOf(setting).estimate = ms;
      show();
    },
    clear() {
      rows.clear();
      show();
    },
  };
}

function msOf({ times, estimate }: Row): number {
  return estimate ?? median(times);
}

function tableRow(row: Row, fastest: number): HTMLElement {
  const ms = msOf(row);
  const isEstimate = row.estimate !== undefined;
  const times = `${threeDigits(ms / fastest)} ×`;
  return element(
    'tr',
    {},
    element('td', { textContent: row.backend }),
    element('td', { textContent: row.ops }),
    element('td', { className: 'number', textContent: isEstimate ? 'none' : String(row.steps) }),
    element('td', {
      className: 'number',
      textContent: isEstimate ? `≈ ${threeDigits(ms)}, not run` : threeDigits(ms),
    }),
    element('td', { className: 'number', textContent: times }),
  );
}
