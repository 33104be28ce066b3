/** The first frames and steps, whose programs a GPU compiles, in a page that answers all along. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { button, region } from './find.js';
import { counted, press } from './splatting_page.js';
import { describeSite, testPage } from './visit.js';

/** Programs that may be compiled at once: a slow machine takes half a second for them. */
const MOST = 40;

/** Counts the programs that the page links without a pause, into `linked`. */
function countPrograms(): void {
  const linked = [0];
  Object.assign(globalThis, { linked });
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => {
    linked.push(0);
  };
  const { prototype } = WebGL2RenderingContext;
  const link = Reflect.get(prototype, 'linkProgram') as (...args: unknown[]) => unknown;
  Reflect.set(prototype, 'linkProgram', function (this: unknown, ...args: unknown[]) {
    if (linked[linked.length - 1]++ === 0) port1.postMessage(null);
    return Reflect.apply(link, this, args);
  });
}

/** Expects that many programs were linked since the last call, and few at a time. */
async function expectFew(page: Page): Promise<void> {
  const linked = await page.evaluate(() => {
    const linked = Reflect.get(globalThis, 'linked') as number[];
    return linked.splice(0, linked.length, 0);
  });
  expect(linked.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
  expect(Math.max(...linked)).toBeLessThanOrEqual(MOST);
}

describeSite('the start of splatting', () => {
  testPage(
    'compiles few programs at a time, whatever is asked for first',
    { hash: '#splatting?count=30000&size=64&pixels=64', still: true, before: countPrograms },
    async (page) => {
      await press(page, 'Animation', 'Step');
      await press(page, 'Learning', 'Step');
      await eventually(async () => {
        expect(await counted(page, 'Learning')).toBe(1);
      });
      await expectFew(page);
      // A picture in colours has programs of its own.
      await button(page, 'Planet', region(page, 'Learn')).click();
      await eventually(() => {
        expect(page.url()).toMatch(/picture=planet/);
      });
      await press(page, 'Learning', 'Step');
      await eventually(async () => {
        expect(await counted(page, 'Learning')).toBe(1);
      });
      await expectFew(page);
    },
  );
});
