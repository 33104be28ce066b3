/** A visit to each part of the demo: what it promises happens once. */
import { pixels } from './canvas.js';
import { eventually } from './eventually.js';
import { elements } from './find.js';
import { takeTurns } from './graph_page.js';
import { results, runAll, TITLES } from './machine_page.js';
import { expectOutput, ONNX_EXAMPLE } from './playground_page.js';
import { expectFacts, takeTurnsUntil } from './race_page.js';
import { counted, moving, press as pressIn, smallOn } from './splatting_page.js';
import { describeSite, testPart } from './visit.js';
import { stepsOf } from './words_page.js';

describeSite('a tour', () => {
  testPart('Start adds up what meets', { still: true }, async (page) => {
    await eventually(async () => {
      const cells = await elements(page, '.cells b').texts();
      expect(cells.map(Number)).toEqual([0, 3, 1, 0, 9, 0, 4, 0]);
    });
  });

  testPart(
    'a graph is learnt in both lanes',
    { hash: '#graph?data=karate&backend=cpu', still: true },
    async (page) => {
      await expectFacts(page, /34 nodes and 78 edges/);
      await takeTurns(page);
    },
  );

  testPart(
    'words are learnt in both lanes',
    { hash: '#words?backend=cpu&vocabulary=300&size=8&batch=64', still: true },
    async (page) => {
      await expectFacts(page, /212,053 words/);
      await takeTurnsUntil(page, async () => {
        expect(await stepsOf(page)).toBeGreaterThan(0);
        expect(await stepsOf(page, 'tfjs')).toBeGreaterThan(0);
      });
    },
  );

  testPart('particles move', { hash: smallOn('cpu'), still: true }, async (page) => {
    const first = await pixels(moving(page));
    await pressIn(page, 'Animation', 'Step');
    await eventually(async () => {
      expect(await counted(page, 'Animation')).toBe(1);
    });
    expect(await pixels(moving(page))).not.toEqual(first);
  });

  testPart('the playground computes', { hash: ONNX_EXAMPLE, still: true }, async (page) => {
    await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]);
  });

  testPart(
    'the machine is measured',
    { hash: '#machine?size=256&backend=cpu', still: true },
    async (page) => {
      await runAll(page);
      expect((await results(page)).map(([what]) => what).sort()).toEqual([...TITLES].sort());
    },
  );
});
