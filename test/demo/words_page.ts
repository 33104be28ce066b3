/** The words' page, as its tests see and use it. */
import type { Page } from 'puppeteer-core';
import { drawnOn } from './canvas.js';
import { elements, image, region } from './find.js';
import { takeTurnsUntil } from './race_page.js';

export { expectFacts } from './race_page.js';

export const TITLE = 'Learning words: a race';

const NAMES = { tfjs: 'TensorFlow.js', package: 'With this package' } as const;
export type Lane = keyof typeof NAMES;

const lane = (page: Page, lane: Lane) => region(page, NAMES[lane]);

/** A fact that a lane shows beneath a label. */
async function factOf(page: Page, which: Lane, label: string): Promise<string> {
  const text = await lane(page, which).find('dl').text();
  const lines = text.split('\n').map((line) => line.trim());
  return lines[lines.findIndex((line) => line === label) + 1] ?? '';
}

export const stepsOf = async (page: Page, which: Lane = 'package') =>
  Number(await factOf(page, which, 'Step'));

/** The latest loss of a lane, in the chart's caption. */
export async function lossOf(page: Page, which: Lane = 'package'): Promise<number> {
  const text = await elements(page, 'figure.chart figcaption').text();
  const [, tfjs, ours] =
    /js(?:, accelerated)?\s+([\d.]+|–)\s+With this package\s+([\d.]+|–)/.exec(text) ?? [];
  return Number(which === 'tfjs' ? tfjs : ours);
}

export const verdict = (page: Page) => elements(page, '.headline').text();
export const errorOf = (page: Page, which: Lane) => lane(page, which).find('.lane-error').text();
export const map = (page: Page, which: Lane = 'package') =>
  image(page, `Map of frequent words, ${NAMES[which]}`);

/** The nearest words that a lane lists, without their cosines. */
export async function nearestIn(page: Page, which: Lane = 'package'): Promise<string[]> {
  const items = await lane(page, which).find('li').texts();
  return items.map((item) => item.replace(/ -?[\d.]+$/, ''));
}

/** What a lane says instead while it has learnt nothing. */
export const unlearntIn = (page: Page, which: Lane = 'package') =>
  lane(page, which).find('.unlearnt p').text();

/** How many pixels of the map have the colour of the word that is asked for, in the light theme. */
export async function accentIn(page: Page): Promise<number> {
  const { rgba } = await drawnOn(map(page));
  const accent = [0x33, 0x47, 0xb8, 255];
  return rgba.filter((_, i) => i % 4 === 0 && accent.every((part, at) => rgba[i + at] === part))
    .length;
}

/** Lets a lane take turns by the button until it has taken steps. */
export const takeTurn = (page: Page, which: Lane = 'package') =>
  takeTurnsUntil(page, async () => {
    expect(await stepsOf(page, which)).toBeGreaterThan(0);
  });

/** A text of so many sentences, in which ships and meals have words of their own. */
export function textOf(sentences: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const one = (words: string, i: number) => words.split(' ')[i % words.split(' ').length];
  return Array.from({ length: sentences }, (_, i) =>
    i < sentences / 2
      ? `The ${one('ship boat bark', i)} sails over waves to harbour ${letters[i % 26]}sea.`
      : `We eat ${one('bread cheese fish', i)} from plates at table ${letters[i % 26]}room.`,
  ).join(' ');
}
