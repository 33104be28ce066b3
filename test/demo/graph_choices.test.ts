/** The graphs and backends that a visitor chooses for the race. */
import { eventually } from './eventually.js';
import { field } from './find.js';
import { embedding, expectFacts, laneError, stepsOf, takeTurns } from './graph_page.js';
import { openPart, press, says, widthOf, withoutWebGL } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';

describeSite('choices of the race on a graph', () => {
  testPart(
    'takes graphs by its form, and says which there can be',
    { hash: '#graph?data=karate' },
    async (page) => {
      await field(page, 'Backend').choose('cpu');
      await field(page, 'Data').choose('Communities of your own');
      await field(page, 'Nodes').fill('100');
      const edges = field(page, 'Edges');
      await eventually(async () => {
        expect(await edges.attribute('aria-invalid')).toBe('true');
      });
      await says(page, 'There are 5,000 edges, expected at most 600 among so many');
      await edges.fill('400');
      await expectFacts(page, /^100 nodes and 400 edges/);
      await field(page, 'Communities').fill('2');
      await expectFacts(page, /classes of 6 nodes/);
      await eventually(() => {
        expect(page.url()).toMatch(/nodes=100&edges=400&communities=2/);
      });
      await page.reload();
      await expectFacts(page, /^100 nodes and 400 edges/);
    },
  );

  testPart(
    'tells what it makes of an address, and has it say so',
    { hash: '#graph?data=communities&nodes=100&edges=90000&backend=cpu' },
    async (page) => {
      await says(page, 'edges is ‘90000’, expected at most 600 among so many');
      await expectFacts(page, /^100 nodes and 600 edges/);
      await eventually(() => {
        expect(page.url()).toMatch(/#graph\?nodes=100&edges=600&data=communities&backend=cpu$/);
      });
      await openPart(page, '#graph?nodes=60&edges=90&backend=cpu');
      await expectFacts(page, /^60 nodes and 90 edges/);
      expect(await field(page, 'Data').value()).toBe('communities');
    },
  );

  testPart(
    'says what tfjs says where it cannot run, and lets the other lane run',
    { hash: '#graph?data=karate&backend=wasm', width: 360, theme: 'dark' },
    async (page) => {
      await expectFacts(page, /^34 nodes/);
      expect(await laneError(page, 'tfjs')).toMatch(
        /tfjs says: .*UnsortedSegmentSum.*not registered/,
      );
      await press(page, 'Step');
      await eventually(async () => {
        expect(await stepsOf(page)).toBeGreaterThan(0);
      });
      expect(await widthOf(page)).toBe(360);
    },
  );

  testPart(
    'keeps the page alive on twenty thousand nodes, and ends their steps when one leaves',
    { hash: '#graph?data=communities&nodes=20000&edges=200000&backend=cpu' },
    async (page) => {
      await says(page, /Both lanes warm up/);
      // A step of tfjs takes minutes here; the page answers at once.
      await page.evaluate(() => {
        location.hash = '#graph?data=karate&backend=cpu';
      });
      await expectFacts(page, /^34 nodes/);
    },
  );

  testPage(
    'races on cpu where there is no WebGL',
    { before: withoutWebGL, hash: '#graph?data=karate&backend=webgl' },
    async (page) => {
      const options = ['webgl: not in this browser', 'cpu', 'wasm', 'webgpu'];
      expect(await field(page, 'Backend').options()).toEqual(options);
      await says(page, 'backend is ‘webgl’, expected one of cpu, wasm, webgpu.');
      await expectFacts(page, /^34 nodes/);
      await takeTurns(page);
      expect(await embedding(page).attribute('aria-label')).toMatch(/after \d+ steps/);
    },
  );
});
