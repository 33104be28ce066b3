/** A GPU that is taken from the page: a notice in every part, and ways to go on. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { button, elements, field, status } from './find.js';
import { opened, press as pressButton } from './page.js';
import { loseGpu, LOSS, withLosableGpus } from './losable.js';
import { PARTS } from './shell_page.js';
import { counted, press, smallOn } from './splatting_page.js';
import { describeSite, testPage } from './visit.js';
import { doing } from './machine_page.js';
import { stepsOf } from './graph_page.js';

const notices = (page: Page) => status(page, 'Notices');

async function race(page: Page): Promise<void> {
  await eventually(async () => {
    expect(await button(page, 'Play').attribute('aria-disabled')).toBe('false');
  });
  await pressButton(page, 'Play');
  await eventually(async () => {
    expect(await stepsOf(page)).toBeGreaterThan(0);
  });
}

async function animate(page: Page): Promise<void> {
  await press(page, 'Animation', 'Play');
  await eventually(async () => {
    expect(await counted(page, 'Animation')).toBeGreaterThan(2);
  });
}

interface Loss {
  label: (typeof PARTS)[number][0];
  backend: 'webgl' | 'webgpu';
  hash: string;
  /** Uses the part until it computes on the backend. */
  use: (page: Page) => Promise<void>;
}

const LOSSES: readonly Loss[] = [
  {
    label: 'Start',
    backend: 'webgl',
    hash: '',
    async use(page) {
      await button(page, 'Measure').click();
      await eventually(async () => {
        expect(await elements(page, '.measured').text()).toMatch(/warm up|take steps/);
      });
    },
  },
  { label: 'Graph', backend: 'webgl', hash: '#graph?data=karate', use: race },
  { label: 'Graph', backend: 'webgpu', hash: '#graph?data=karate&backend=webgpu', use: race },
  { label: 'Words', backend: 'webgl', hash: '#words?vocabulary=200&size=4&batch=64', use: race },
  // On webgl: survival.test.ts.
  { label: 'Splatting', backend: 'webgpu', hash: smallOn('webgpu'), use: animate },
  {
    label: 'Playground',
    backend: 'webgpu',
    hash: '#playground?op=scatterND',
    async use(page) {
      await field(page, 'Backend').choose('webgpu');
      await eventually(async () => {
        expect(await field(page, 'Backend').value()).toBe('webgpu');
      });
      // Until the device is there.
      await new Promise((resolve) => setTimeout(resolve, 1000));
    },
  },
  {
    label: 'Your machine',
    backend: 'webgpu',
    hash: '#machine?backend=webgpu',
    async use(page) {
      await pressButton(page, 'Run');
      await eventually(async () => {
        expect(await doing(page)).toMatch(/elements on webgpu/);
      });
    },
  },
];

describeSite('a GPU that is taken away', () => {
  describe.each(LOSSES)('$label on $backend', ({ label, backend, hash, use }) => {
    testPage(
      `tells of a lost GPU, and goes on without it: ${label} on ${backend}`,
      { hash, still: true, before: withLosableGpus, expected: LOSS },
      async (page) => {
        await use(page);
        await loseGpu(page, backend);
        await eventually(async () => {
          expect(await notices(page).text()).toMatch(
            `lost the graphics processor, and ${backend} has`,
          );
        });
        await button(page, 'Go on without it', notices(page)).click();
        const title = PARTS.find(([name]) => name === label)?.[1] ?? '';
        await opened(page, title);
        await eventually(async () => {
          expect(await notices(page).text()).not.toContain('Go on without it');
        });
        if (!(await page.$('main select'))) return;
        await eventually(async () => {
          const options = await page.$$eval('main option', (all) => all.map(({ text }) => text));
          expect(options).not.toContain(backend);
        });
      },
    );
  });
});
