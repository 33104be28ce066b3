/** The first frames and steps, whose programs a GPU compiles, in a page that answers all along. */
import { eventually } from './eventually.js';
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
      const linked = await page.evaluate(() => Reflect.get(globalThis, 'linked') as number[]);
      const all = linked.reduce((sum, count) => sum + count, 0);
      expect(all).toBeGreaterThan(100);
      expect(Math.max(...linked)).toBeLessThanOrEqual(MOST);
    },
  );
});
