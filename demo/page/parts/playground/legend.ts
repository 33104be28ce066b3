/** The legend of the call at hand: its rule in one line, and what arrows and marks mean in it. */
import { element } from '../../shared/dom.js';
import { createPath, SVG } from './arrows.js';
import { isScatter, type Call } from './call.js';
import { formulaOf } from './formula.js';

export interface Legend {
  readonly root: HTMLElement;
  show(call: Call): void;
}

export function createLegend(): Legend {
  const formula = element('code', { className: 'formula' });
  const list = element('ul', { ariaLabel: 'Legend' });
  let shown = '';
  return {
    root: element('div', { className: 'legend' }, formula, list),
    show(call) {
      formula.textContent = formulaOf(call);
      const entries = entriesOf(call);
      const key = JSON.stringify(entries);
      if (key === shown) return;
      shown = key;
      list.replaceChildren(...entries.map(([mark, text]) => element('li', {}, sample(mark), text)));
    },
  };
}

type Mark = 'alone' | 'shared' | 'overwritten' | '×2' | '✕';

/** The deeds of updates that meet, by the reduction. */
const MEETING: Partial<Record<Call['reduction'], string>> = {
  add: 'added to others',
  sum: 'added to others',
  sub: 'subtracted along with others',
  mul: 'multiplied by others',
  prod: 'multiplied by others',
  max: 'compared with others: the largest stays',
  amax: 'compared with others: the largest stays',
  min: 'compared with others: the smallest stays',
  amin: 'compared with others: the smallest stays',
  mean: 'averaged with others',
};

function entriesOf({ op, reduction, outOfBounds }: Call): (readonly [Mark, string])[] {
  const drops = outOfBounds === 'drop';
  if (!isScatter(op)) {
    return [
      ['alone', 'read once'],
      ['shared', 'read several times'],
      ['×2', 'how many read it'],
      ...(drops ? [['✕', 'out of bounds: reads nothing'] as const] : []),
    ];
  }
  const meeting: (readonly [Mark, string])[] =
    reduction === 'none'
      ? [
          ['overwritten', 'overwritten by a later one'],
          ['shared', 'the last one, which stays'],
        ]
      : [['shared', MEETING[reduction] ?? 'combined with others']];
  return [
    ['alone', 'alone in its place'],
    ...meeting,
    ['×2', 'how many meet here'],
    ...(drops ? [['✕', 'out of bounds: dropped'] as const] : []),
  ];
}

/** An arrow for the manner of a link, and a sign for any other mark. */
function sample(mark: Mark): Element {
  if (mark === '×2' || mark === '✕') {
    const className = mark === '✕' ? 'sign dropped' : 'sign';
    return element('span', { className, textContent: mark });
  }
  const svg = document.createElementNS(SVG, 'svg');
  svg.classList.add('sample');
  svg.ariaHidden = 'true';
  const group = document.createElementNS(SVG, 'g');
  group.classList.add(mark);
  group.append(createPath('line', 'M1 6H20'), createPath('head', 'M20 2L27 6L20 10Z'));
  svg.append(group);
  return svg;
}
