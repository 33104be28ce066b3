/** The benchmark in the page, as a visitor runs it. */
import type { Page } from 'puppeteer-core';
import { COMPARISONS } from '../../demo/page/parts/machine/comparisons.js';
import { sharedReport } from '../../demo/page/parts/machine/link.js';
import { eventually } from './eventually.js';
import { fill, go, open, press, region, says, textOf, valueOf } from './page.js';
import { describeSite, testPage } from './visit.js';

const SMALL = '#machine?backend=cpu&size=small';
const TITLES = Object.values(COMPARISONS).map((titles) => titles.join(' '));

const rowsNow = (page: Page) => page.$$eval('main tbody tr', (rows) => rows.length);
const rowsOn = (page: Page, backend: string) =>
  page.$$eval(`${region(`Results on ${backend}`)} tbody tr`, (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)),
  );

/** Runs on one backend until all is measured. */
async function runOn(page: Page, backend: string): Promise<string[][]> {
  await press(page, `Run on ${backend}`);
  await eventually(async () => {
    expect(await rowsNow(page)).toBe(TITLES.length);
    expect(await page.$('progress')).toBeNull();
  });
  return rowsOn(page, backend);
}

const ended = (page: Page) =>
  eventually(() => {
    expect(page.workers()).toEqual([]);
  });

describeSite('the machine', () => {
  const measured = 'compares seven computations, and the address carries the results';
  testPage(measured, { hash: SMALL }, async (page) => {
    const rows = await runOn(page, 'cpu');
    expect(rows.map(([title]) => title)).toEqual(TITLES);
    for (const [, speed, ours, theirs, same, size] of rows) {
      expect(speed).toMatch(/^([\d.]+( to [\d.]+)? times (as fast|slower)|About as fast) $/);
      expect([ours, theirs].join()).toMatch(/^[\d.,]+ m?s,[\d.,]+ m?s$/);
      expect(same).toBe('yes');
      expect(['256', '1,024']).toContain(size);
    }
    await says(page, /cpu: this package wins \d, stock tfjs wins \d, and they tie in \d/);
    await says(page, /Measured in Chrome \d+ on/);
    expect(await textOf(page, 'main')).not.toContain('Incomplete');
    const hash = await page.evaluate(() => location.hash);
    const text = new URLSearchParams(hash.replace(/.*\?/, '')).get('results') ?? '';
    expect(sharedReport.read(text)?.results).toHaveLength(TITLES.length);
    await open(page, SMALL);
    expect(await rowsNow(page)).toBe(0);
    await open(page, hash);
    expect(await rowsOn(page, 'cpu')).toEqual(rows);
  });

  const wasm = { hash: '#machine?backend=wasm&size=small' };
  testPage('shows what stock tfjs cannot do on wasm', wasm, async (page) => {
    const [, speed, ours, theirs, same] = (await runOn(page, 'wasm'))[4];
    expect(speed).toMatch(/this package works tfjs: Kernel 'UnsortedSegmentSum' not .* 'wasm'/);
    expect([ours, theirs, same]).toEqual([expect.stringMatching(/ms$/), 'fails', '–']);
  });

  testPage('ends a run with its workers at once', { hash: SMALL }, async (page) => {
    await press(page, 'Run on cpu');
    await eventually(async () => {
      expect(await rowsNow(page)).toBeGreaterThan(0);
    });
    await press(page, 'Cancel');
    await ended(page);
    const count = await rowsNow(page);
    expect(count).toBeLessThan(7);
    await says(page, `Incomplete: ${count} of 7 computations.`);
  });

  const small = { hash: '#machine?size=small' };
  testPage('ends a run on all backends when another is chosen', small, async (page) => {
    await press(page, 'Run on all');
    await says(page, /on webgl …/);
    await fill(page, 'Backend', 'cpu');
    await says(page, /Incomplete: \d+ of 28 computations/);
    await ended(page);
    const count = await rowsNow(page);
    expect(count).toBeLessThan(28);
    expect(await valueOf(page, 'Backend')).toBe('cpu');
    // A visitor who comes back is told that this is not all.
    await go(page, 'Playground');
    await go(page, 'Your machine');
    await says(page, `Incomplete: ${count} of 28 computations`);
    expect(await rowsNow(page)).toBe(count);
  });
});
