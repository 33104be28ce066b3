/** The splatting part's page, as its tests see and use it. */
import type { Page } from 'puppeteer-core';
import { pixels } from './canvas.js';
import type { Elements } from './elements.js';
import { figure, group, image } from './find.js';
import { press as pressIn } from './page.js';

/** Few particles and pixels: without a GPU, a step takes as long as hundreds with one. */
export const SMALL = '#splatting?count=1000&size=64&learners=1000&pixels=64';

/** The same on a backend. Those of the CPU compile no programs for seconds, as a software GPU does. */
export const smallOn = (backend: 'cpu' | 'wasm' | 'webgpu') => `${SMALL}&backend=${backend}`;

export const press = (page: Page, name: string, button: string) =>
  pressIn(page, button, group(page, name));
export const learnt = (page: Page) => image(page, 'Image of the particles');
export const target = (page: Page) => image(page, 'Target');
export const moving = (page: Page) => image(page, 'Particles in motion');

/** Returns the frames or steps that are counted beside the controls. */
export async function counted(page: Page, name: string): Promise<number> {
  return Number(/\d+$/.exec(await group(page, name).find('.count').text())?.[0]);
}

/** The error that the chart's caption shows. */
export async function shownError(page: Page): Promise<number> {
  const caption = await figure(page, 'Image error').text();
  return Number(/mean squared\s+([\d.e-]+)/.exec(caption)?.[1]);
}

/** The mean difference of two canvases, from 0 to 255: seen, whatever the page says. */
export async function difference(a: Elements, b: Elements): Promise<number> {
  const [x, y] = await Promise.all([pixels(a), pixels(b)]);
  expect(x).toHaveLength(y.length);
  return x.reduce((sum, value, i) => sum + Math.abs(value - y[i]), 0) / x.length;
}
