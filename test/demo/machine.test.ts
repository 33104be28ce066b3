/** The benchmark in the page, as a visitor runs it. */
import type { Page } from 'puppeteer-core';
import { sharedReport } from '../../demo/page/parts/machine/link.js';
import { eventually } from './eventually.js';
import { elements, field, link, region, status } from './find.js';
import { openPart, opened, press, says } from './page.js';
import { describeSite, testPart } from './visit.js';

const SMALL = '#machine?backend=cpu&size=small';

const TITLES = [
  'Gather rows tf.gather',
  'Gather elements tf.gatherND',
  'Scatter-add tf.scatterND',
  'Replace elements tf.tensorScatterUpdate',
  'Sum segments tf.unsortedSegmentSum',
  'Gradient of an embedding tf.grad of tf.gather',
  'Maximum of segments tf.where, tf.max',
];

const rowsOn = (page: Page, backend: string) =>
  region(page, `Results on ${backend}`).find('table').rows();
const rowsNow = (page: Page) => page.$$eval('main tbody tr', (rows) => rows.length);

/** Runs on one backend until all is measured. */
async function runOn(page: Page, backend: string): Promise<string[][]> {
  await press(page, `Run on ${backend}`);
  await eventually(async () => {
    expect(await rowsNow(page)).toBe(TITLES.length);
    expect(await elements(page, 'progress').count()).toBe(0);
  }, 100_000);
  return rowsOn(page, backend);
}

describeSite('the machine', () => {
  testPart(
    'compares seven computations, and the address carries the results',
    { hash: SMALL },
    async (page) => {
      const rows = await runOn(page, 'cpu');
      expect(rows.map(([title]) => title)).toEqual(TITLES);
      for (const [, speed, ours, theirs, same, size] of rows) {
        expect(speed).toMatch(/^([\d.]+( to [\d.]+)? times (as fast|slower)|About as fast) $/);
        expect([ours, theirs].join()).toMatch(/^[\d.,]+ m?s,[\d.,]+ m?s$/);
        expect(same).toBe('yes');
        expect(['256', '1,024']).toContain(size);
      }
      await says(page, /cpu: this package wins \d, stock tfjs wins \d, even: \d/);
      await says(page, /Measured in Chrome.\d+ on/);
      expect(await elements(page, 'main').text()).not.toContain('Incomplete');
      const hash = await eventually(async () => {
        const hash = await page.evaluate(() => location.hash);
        const text = new URLSearchParams(hash.replace(/.*\?/, '')).get('results') ?? '';
        expect(sharedReport.read(text)?.results).toHaveLength(TITLES.length);
        return hash;
      });
      await openPart(page, SMALL);
      expect(await rowsNow(page)).toBe(0);
      await openPart(page, hash);
      expect(await rowsOn(page, 'cpu')).toEqual(rows);
    },
  );

  testPart(
    'shows what stock tfjs cannot do on wasm',
    { hash: '#machine?backend=wasm&size=small' },
    async (page) => {
      const rows = await runOn(page, 'wasm');
      const [, speed, ours, theirs, same] = rows[4];
      expect(speed).toMatch(
        /^The only one tfjs: Kernel 'UnsortedSegmentSum' not registered .* 'wasm'/,
      );
      expect(ours).toMatch(/ms$/);
      expect([theirs, same]).toEqual(['fails', '–']);
    },
  );

  testPart('ends a run with its workers at once', { hash: SMALL }, async (page) => {
    await press(page, 'Run on cpu');
    await eventually(async () => {
      expect(await rowsNow(page)).toBeGreaterThan(0);
    });
    await press(page, 'Cancel');
    await eventually(() => {
      expect(page.workers()).toEqual([]);
    });
    const rows = await rowsOn(page, 'cpu');
    await says(page, `Incomplete: ${rows.length} of 7 computations.`);
    expect(rows.length).toBeLessThan(7);
  });

  testPart(
    'ends a run on all backends when another is chosen',
    { hash: '#machine?size=small' },
    async (page) => {
      await press(page, 'Run on all');
      await says(page, /on webgl …/);
      await field(page, 'Backend').choose('cpu');
      await says(page, /Incomplete: \d+ of 28 computations/);
      await eventually(() => {
        expect(page.workers()).toEqual([]);
      });
      const rows = await rowsNow(page);
      expect(rows).toBeLessThan(28);
      expect(await field(page, 'Backend').value()).toBe('cpu');
      // A visitor who comes back is told that this is not all.
      await link(page, 'Start').click();
      await page.waitForSelector('nav a[aria-current][href*="start"]');
      await link(page, 'Your machine').click();
      await opened(page, 'Your machine');
      await says(page, /Incomplete: \d+ of 28 computations/);
      expect(await rowsNow(page)).toBe(rows);
      await runOn(page, 'cpu');
      expect(await elements(page, 'main').text()).not.toContain('Incomplete');
    },
  );

  testPart('explains a link that holds no results', {}, async (page) => {
    await openPart(page, '#machine?results=abcd');
    await eventually(async () => {
      expect(await status(page, 'Notices').text()).toContain(
        'The address says results=abcd, expected results that this page wrote.',
      );
    });
    expect(await rowsNow(page)).toBe(0);
  });
});
