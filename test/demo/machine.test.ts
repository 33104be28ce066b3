/** The benchmark in the page, as a visitor runs it. */
import { elements, field, figure, link, status } from './find.js';
import { eventually } from './eventually.js';
import { openPart, opened, press, withoutWebGL } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';
import {
  BACKENDS,
  doing,
  expectRow,
  facts,
  results,
  runAll,
  TITLES,
  verdict,
} from './machine_page.js';

/** For `before`: as in a browser that lets no page copy. */
function withoutClipboard(): void {
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
}

describeSite('the machine', () => {
  testPart('measures on all backends side by side', { hash: '#machine?size=256' }, async (page) => {
    await runAll(page);
    const rows = await results(page);
    expect(rows.map(([what, , backend]) => `${what} ${backend}`).sort()).toEqual(
      TITLES.flatMap((what) => BACKENDS.map((backend) => `${what} ${backend}`)).sort(),
    );
    for (const row of rows) expectRow(row, '256');
    const ratios = figure(page, 'Times as fast as tfjs');
    expect(await ratios.find('h3').texts()).toEqual(['Gathers', 'Scatters']);
    // A bar for each ratio that there is.
    const shown = rows.flatMap((row) => row.slice(6, 8)).filter((text) => text !== '–');
    expect(await ratios.find('.bar').count()).toBe(shown.length);
    expect(await ratios.find('.estimate').count()).toBe(0);
    expect(await ratios.text()).toMatch(/as fast as tfjs/);
    const sentence = await verdict(page);
    expect(sentence).toMatch(/tfjs by itself cannot compute “.*” on wasm and “.*” on wasm;/);
    expect(await facts(page)).toMatch(/Renderer\s+.*SwiftShader.*\s+WebGL\s+2\s/);
  });

  testPart(
    'estimates what would take minutes, and leaves nothing behind when it is left',
    { hash: '#machine?size=65536&backend=cpu' },
    async (page) => {
      await press(page, 'Run');
      await eventually(async () => {
        const rows = await results(page);
        const row = rows.find(([what]) => what.startsWith('Sum segments'));
        expect(row?.[3]).toMatch(/^≈ [\d,]+$/);
        expect(row?.[7]).toMatch(/^≈ [\d,]+ × as fast$/);
        expect(row?.[8]).toBe('not compared');
      }, 60_000);
      const ratios = figure(page, 'Times as fast as tfjs');
      const shown = (await results(page)).flatMap((row) => row.slice(6, 8));
      const estimated = shown.filter((text) => text.startsWith('≈'));
      expect(await ratios.find('.bar.estimate').count()).toBe(estimated.length);
      expect(await ratios.text()).toMatch(/time estimated/);
      await link(page, 'Graph').click();
      await opened(page, 'Learning on a graph: a race');
    },
  );

  testPart('tells of a link that holds no results', {}, async (page) => {
    await openPart(page, '#machine?results=1.abcd&sizes=3');
    const notices = status(page, 'Notices');
    await eventually(async () => {
      expect(await notices.text()).toMatch(/sizes is no choice of this part/);
      expect(await notices.text()).toMatch(/The results in the address cannot be read/);
    });
    expect(await elements(page, '.source').texts()).toEqual([]);
  });

  testPage(
    'stops when one says so, and replaces shared results by its own when one measures',
    { hash: '#machine?size=256&backend=cpu', before: withoutClipboard },
    async (page) => {
      await press(page, 'Run');
      await eventually(async () => {
        expect((await results(page)).length).toBeGreaterThan(0);
      });
      expect(await field(page, 'Indices').isDisabled()).toBe(true);
      await press(page, 'Stop');
      await eventually(async () => {
        expect(await doing(page)).toBe('Measuring was stopped.');
      });
      const stopped = await results(page);
      expect(stopped.length).toBeLessThan(TITLES.length);
      expect(await field(page, 'Indices').isDisabled()).toBe(false);
      await press(page, 'Copy a link to these results');
      const url = await field(page, 'Text to copy').value();
      await openPart(page, `${new URL(url).hash}&backend=cpu&size=256`);
      expect(await elements(page, '.source').texts()).toHaveLength(1);
      expect(await results(page)).toEqual(stopped);
      await runAll(page);
      expect((await results(page)).map(([what]) => what).sort()).toEqual([...TITLES].sort());
      expect(await elements(page, '.source').texts()).toEqual([]);
      await eventually(async () => {
        expect(await page.evaluate(() => location.hash)).toBe('#machine?backend=cpu&size=256');
      });
      // The results are there when one comes back.
      const before = await results(page);
      await openPart(page, '#machine');
      expect(await results(page)).toEqual(before);
    },
  );

  testPage(
    'measures on cpu where there is no WebGL',
    { hash: '#machine?size=256&backend=webgl', before: withoutWebGL },
    async (page) => {
      expect(await facts(page)).toMatch(/none that WebGL could use/);
      expect(await field(page, 'Backend').options()).toEqual([
        'all, side by side',
        'webgl: not in this browser',
        'cpu',
        'wasm',
        'webgpu',
      ]);
      await field(page, 'Backend').choose('cpu');
      await runAll(page);
      const rows = await results(page);
      expect(rows).toHaveLength(TITLES.length);
      for (const row of rows) expectRow(row, '256');
    },
  );
});
