/** Two pictures in one place, and a slider that says how much is seen of each. */
import { range } from '../../shared/controls.js';
import { element } from '../../shared/dom.js';

/** Share of the first picture that is seen at the beginning, in percent. */
const BEGINNING = 25;

/** Puts a picture over another, which shows on the left of the slider. */
export function createCompare(
  [left, right]: readonly [HTMLElement, HTMLElement],
  [leftName, rightName]: readonly [string, string],
): HTMLElement {
  const edge = element('div', { className: 'edge' });
  const show = (percent: number) => {
    right.style.clipPath = `inset(0 0 0 ${percent}%)`;
    edge.style.left = `${percent}%`;
    edge.hidden = percent === 0 || percent === 100;
  };
  const slider = range({
    label: `How much of the ${leftName} to show`,
    min: 0,
    max: 100,
    step: 1,
    value: BEGINNING,
    show: (percent) => `${percent} %`,
    onChange: show,
  });
  show(BEGINNING);
  return element(
    'figure',
    { className: 'compare', ariaLabel: `${leftName} and ${rightName}` },
    element('div', { className: 'stacked' }, left, right, edge),
    element(
      'figcaption',
      {},
      element('span', { textContent: leftName }),
      slider.root,
      element('span', { textContent: rightName }),
    ),
  );
}
