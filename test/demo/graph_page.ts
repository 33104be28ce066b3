/** The graph part's page, as its tests see and use it. */
import type { Page } from 'puppeteer-core';
import type { Elements } from './elements.js';
import { elements, figure, image, region } from './find.js';
import { takeTurnsUntil } from './race_page.js';

export { expectFacts } from './race_page.js';

const NAMES = { tfjs: 'TensorFlow.js', package: 'With this package' } as const;
export type Lane = keyof typeof NAMES;

/** A fact that a lane shows beneath a label. */
async function factOf(page: Page, lane: Lane, label: string): Promise<string> {
  const text = await region(page, NAMES[lane]).find('dl').text();
  const lines = text.split('\n').map((line) => line.trim());
  return lines[lines.findIndex((line) => line === label) + 1] ?? '';
}

/** The accuracy that a lane shows, between 0 and 1. */
export const accuracyOf = async (page: Page, lane: Lane = 'package') =>
  Number((await factOf(page, lane, 'Accuracy')).replace(' %', '')) / 100;

export const stepsOf = async (page: Page, lane: Lane = 'package') =>
  Number(await factOf(page, lane, 'Step'));

/** The latest loss of a lane, in the chart's caption. */
export async function lossOf(page: Page, lane: Lane = 'package'): Promise<number> {
  const text = await elements(page, '[role="figure"], figure').texts();
  const caption = text.find((caption) => caption.startsWith('Loss')) ?? '';
  const [, tfjs, ours] =
    /js(?:, accelerated)?\s+([\d.e-]+|–)\s+With this package\s+([\d.e-]+|–)/.exec(caption) ?? [];
  return Number(lane === 'tfjs' ? tfjs : ours);
}

/** The chart of the losses of both lanes. */
export const losses = (page: Page) => figure(page, 'Loss on the labelled nodes');

export const verdict = (page: Page) => elements(page, '.headline').text();
export const laneError = (page: Page, lane: Lane) =>
  region(page, NAMES[lane]).find('.lane-error').text();

/** The names of the lanes in the legend of a chart. */
export const namesIn = (chart: Elements) =>
  chart.evaluate((chart) =>
    [...chart.querySelectorAll('.series')].map((one) => one.textContent.replace(/ \S+( %)?$/, '')),
  );

/** What this package's lane tells of the node that is pointed at. */
export const told = (page: Page) => elements(page, '.lane:last-child .pointed').text();

/** Moves a pointer over the picture until the lane tells something; returns where that was. */
export const sweep = (page: Page, wanted: RegExp) =>
  embedding(page).evaluate((canvas, wanted) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    for (let x = left; x < left + width; x += 8) {
      for (let y = top; y < top + height; y += 8) {
        canvas.dispatchEvent(
          new PointerEvent('pointermove', { clientX: x, clientY: y, bubbles: true }),
        );
        const told = canvas.closest('figure')?.querySelector('.pointed')?.textContent ?? '';
        if (new RegExp(wanted).test(told)) return { x, y };
      }
    }
    throw new Error(`Nowhere is told ${wanted}.`);
  }, wanted.source);

export const embedding = (page: Page, lane: Lane = 'package') =>
  image(page, `Embedding of the nodes, ${NAMES[lane]}`);

export const picture = (page: Page) =>
  embedding(page).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

/** Lets the lanes take turns by the button, until both have taken steps. */
export const takeTurns = (page: Page) =>
  takeTurnsUntil(page, async () => {
    expect(Math.min(await stepsOf(page, 'tfjs'), await stepsOf(page))).toBeGreaterThan(0);
  });
