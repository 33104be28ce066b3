/** The code that the parts show: each is a whole program in JavaScript, which does what it says. */
import * as tf from '@tensorflow/tfjs';
import { GRAPH_CODE } from '../../demo/page/parts/graph/code.js';
import { MACHINE_CODE } from '../../demo/page/parts/machine/code.js';
import { DRAWING_CODE, LEARNING_CODE } from '../../demo/page/parts/splatting/code.js';
import { WORDS_CODE } from '../../demo/page/parts/words/code.js';
import { runExample } from '../support/examples.js';
import { smallOn } from './splatting_page.js';
import { describeSite, testPart } from './visit.js';

beforeAll(async () => {
  await tf.setBackend('cpu');
});

/** Runs a program, and returns what it prints. */
const run = (code: string) =>
  runExample({ name: 'the code of a part', language: 'js', code, stated: [], exact: false });

test('splatting: light is drawn, and an error falls', async () => {
  expect(Number(await run(DRAWING_CODE))).toBeCloseTo(0.15, 3);
  const errors = (await run(LEARNING_CODE)).map(Number);
  expect(errors[59]).toBeLessThan(errors[0] / 3);
});

test('graph: the classes of all nodes are found', async () => {
  expect(await run(GRAPH_CODE)).toEqual(['[0,0,0,1,1,1]']);
});

test('words: those in like company come to be alike', async () => {
  const cosines = (await run(WORDS_CODE)).map((line) => line.split(':'));
  const alike = cosines.filter(([, cosine]) => Number(cosine) > 0.5).map(([word]) => word);
  expect(alike).toEqual(['boat', 'bark']);
  const others = cosines.filter(([, cosine]) => Number(cosine) < 0).map(([word]) => word);
  expect(others).toEqual(['bread', 'cheese', 'fish']);
});

test('machine: a ratio comes out', async () => {
  expect(Number(await run(MACHINE_CODE))).toBeGreaterThan(0);
});

test.each([
  ['machine', MACHINE_CODE],
  ['drawing', DRAWING_CODE],
  ['learning', LEARNING_CODE],
])('the code of %s is short', (_, code) => {
  const lines = code.split('\n').filter((line) => !/^\s*(\/\/.*|import .*|[}\])]*;?)$/.test(line));
  expect(lines.length).toBeLessThanOrEqual(12);
});

describeSite('code tabs', () => {
  const parts = [
    ['#graph?data=karate&backend=cpu', [GRAPH_CODE]],
    ['#words?backend=wasm&vocabulary=300', [WORDS_CODE]],
    [smallOn('cpu'), [DRAWING_CODE, LEARNING_CODE]],
    ['#machine', [MACHINE_CODE]],
  ] as const;
  for (const [hash, codes] of parts) {
    testPart(`show the code of ${hash}`, { hash, still: true }, async (page) => {
      const shown = await page.$$eval('.code-tab code', (tabs) =>
        tabs.map((tab) => tab.textContent),
      );
      expect(shown).toEqual(codes.map((code) => code.trim()));
    });
  }
});
