/** The race's rules, words and charts, apart from the page; and the programs that the part shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs';

import { exampleOf } from '../../../demo/graph_examples.js';
import { accuracy } from '../../../demo/graph.js';
import { SIDES } from '../../../demo/karate_club_data.js';
import { lossRows, sizeRows } from '../../../demo/page/parts/train/chart_rows.js';
import { CODE } from '../../../demo/page/parts/train/code.js';
import { factsOf, headlineOf, otherText, wayOf } from '../../../demo/page/parts/train/headline.js';
import {
  afterTurn,
  EMPTY,
  isOver,
  nextLane,
  type Lane,
} from '../../../demo/page/parts/train/race.js';
import type { Route } from '../../../demo/page/parts/train/sizes.js';
import { createTrainer } from '../../../demo/page/parts/train/trainer.js';
import { fastest, tryRoute } from '../../../demo/page/parts/train/ways.js';
import { readBook, topicWords } from '../../../demo/page/parts/train/words_learner.js';
import { randomNumbers } from '../../../demo/random.js';
import { runExample } from '../../support/examples.js';

const BOOK = join(__dirname, '../../../demo/page/parts/train/moby_dick.txt');
const book = () => readFileSync(BOOK, 'utf8');

let mockIsLoaded = false;
jest.mock('../../../demo/package_ops.js', () => {
  mockIsLoaded = true;
  return jest.requireActual<object>('../../../demo/package_ops.js');
});

const lane = (changes: Partial<Lane>): Lane => ({ ...EMPTY, ...changes });
const timed = (ms: number, count: number) =>
  afterTurn(EMPTY, { losses: Array<number>(count).fill(1), times: Array<number>(count).fill(ms) });
const trial = (route: Route, ms: number, problem = '') => ({
  route,
  points: [],
  times: problem === '' ? [ms] : [],
  problem,
});

describe('a race', () => {
  test('gives the turn to the lane that has had less time, of those that can go on', () => {
    const [slow, quick] = [lane({ clock: 3000, steps: 1 }), lane({ clock: 20, steps: 9 })];
    expect([nextLane([slow, quick], 10), nextLane([quick, slow], 10)]).toEqual([1, 0]);
    expect(nextLane([slow, quick], 9)).toBe(0);
    expect(nextLane([lane({ error: 'No.' }), quick], 9)).toBeUndefined();
  });

  test('ends with the lane of the package, but not before the other one can be compared', () => {
    const [done, few] = [timed(5, 200), timed(900, 4)];
    expect(isOver([few, done], 200)).toBe(false);
    expect(isOver([timed(900, 5), done], 200)).toBe(true);
    expect(isOver([{ ...few, error: 'No.' }, done], 200)).toBe(true);
    expect(isOver([done, timed(5, 199)], 200)).toBe(false);
  });

  test('tells its outcome in rounded words, and only by enough steps', () => {
    expect(headlineOf([timed(900, 4), timed(40, 90)]).text).toBe('Which one trains faster?');
    const { text, detail } = headlineOf([timed(900, 5), timed(40, 90)]);
    expect(text).toBe('20 to 30 times as fast with this package');
    expect(detail).toContain(
      '900 ms with tfjs and 40 ms with this package (medians of 5 and 90 steps)',
    );
    const failed = lane({ error: 'tfjs says: no.' });
    expect(headlineOf([failed, timed(40, 5)]).text).toBe('Only this package can train here');
  });

  test('tells the leap of tfjs’ own ops', () => {
    const before = lane({ trials: [trial('dense', 33), trial('gather', 2900)] });
    expect(headlineOf([EMPTY, EMPTY], before).detail).toMatch(/took 2\.9 s before.*Press Play/);
    expect(headlineOf([timed(180, 5), timed(120, 5)], before).text).toBe(
      'A step with gather and sum went from 2.9 s to 180 ms with accelerateBuiltins()',
    );
  });

  test('names the way that tfjs takes, and what is known of the other', () => {
    const both = lane({ trials: [trial('dense', 33), trial('gather', 2900)] });
    expect(wayOf(both, false)).toBe(', with a dense product (the faster of its two ways here)');
    expect(otherText(both)).toBe('With gather and segment sum, a step takes 2.9 s.');
    const one = lane({ trials: [trial('gather', 9), trial('dense', 0, 'tfjs says: no.')] });
    expect(wayOf(one, false)).toBe(', with gather and segment sum (the way that works here)');
    expect(otherText(one)).toBe('With a dense product, it cannot run. tfjs says: no.');
    expect(factsOf(undefined, exampleOf('karate', 0))).toMatch(/^34 nodes and 78 edges\. /);
  });
});

test('a way is out where the size before foretells too long a step', async () => {
  const sizes: number[] = [];
  const time = (size: number) => {
    sizes.push(size);
    return Promise.resolve([900, 700, 800]);
  };
  expect((await tryRoute('gather', [400, 2000], time)).problem).toMatch(/more than 10 s\.$/);
  expect(await tryRoute('package', [400, 2000], time)).toMatchObject({ problem: '' });
  expect((await tryRoute('dense', [20_000], time)).problem).toMatch(/400,000,000 entries\.$/);
  expect(sizes).toEqual([400, 400, 2000]);
  const fail = () => Promise.reject(new Error('No kernel'));
  expect((await tryRoute('gather', [400], fail)).problem).toBe('tfjs says: No kernel.');
  const [dense, gather] = [trial('dense', 50), trial('gather', 40)];
  expect(fastest([dense, gather])).toBe(gather);
  expect(fastest([dense, trial('gather', 0, 'No.')])).toBe(dense);
});

test('charts have a value or null for each lane at each x', () => {
  const losses = [timed(1000, 1), timed(500, 1)] as const;
  expect(lossRows(losses)).toMatchObject({
    x: [0.5, 1],
    series: [{ values: [null, 1] }, { values: [1, null] }],
  });
  const point = (route: Route, size: number, ms: number) => ({ route, size, ms });
  const points = [point('package', 2000, 4), point('gather', 400, 9), point('package', 2000, 5)];
  expect(sizeRows(points)).toMatchObject({
    x: [400, 2000],
    series: [{ values: [null, null] }, { values: [9, null] }, { values: [null, 4] }],
  });
});

test('communities have ten edges at a node, each once, most of them within', () => {
  const { graph, classes } = exampleOf('communities', 400);
  expect(graph.ends).toHaveLength(400 * 10);
  const edges = Array.from({ length: 2000 }, (_, i) => [...graph.ends.slice(2 * i, 2 * i + 2)]);
  expect(new Set(edges.map((ends) => ends.sort((a, b) => a - b).join())).size).toBe(2000);
  const within = edges.filter(([a, b]) => classes[a] === classes[b]).length / 2000;
  expect(Math.abs(within - 0.85)).toBeLessThan(0.03);
});

test('a lane in its worker finds its way, takes turns, and leaks no tensors', async () => {
  await tf.setBackend('cpu');
  const before = tf.memory().numTensors;
  for (const way of ['stock', 'package'] as const) {
    const trainer = createTrainer(way, () => Promise.resolve(readBook(book())));
    await trainer.begin({ data: 'karate', nodes: 0 });
    const routes = (await trainer.tryWays()).map(({ route }) => route).sort();
    expect(routes).toEqual(way === 'stock' ? ['dense', 'gather'] : ['package']);
    expect((await trainer.turn(0, 9)).times).toHaveLength(1);
    expect((await trainer.turn(1e6, 100)).losses).toHaveLength(100);
    const view = await trainer.look('');
    if (view?.kind !== 'graph') throw new Error('This is no view of a graph.');
    expect(accuracy(view.predicted, SIDES)).toBeGreaterThan(0.9);
    await trainer.begin({ data: 'words', nodes: 0 });
    expect(await trainer.look('Whale')).toEqual(
      way === 'stock' ? undefined : expect.objectContaining({ asked: 'whale', vocabulary: 1097 }),
    );
    expect(mockIsLoaded).toBe(way === 'package');
  }
  // The package's lane keeps its last learner, of two tables of rows.
  expect(tf.memory().numTensors - before).toBe(2);
});

test('the book starts with a chapter, and its topics are no function words', () => {
  expect(book()).toMatch(/^CHAPTER 44\. The Chart\.\n/);
  const corpus = readBook(book());
  const topics = topicWords(corpus, 60).map((word) => corpus.words[word]);
  expect(topics).toEqual(expect.arrayContaining(['ahab', 'boat', 'sperm']));
  expect(topics.filter((word) => ['the', 'of', 'and', 'was'].includes(word))).toEqual([]);
});

beforeEach(() => {
  jest.spyOn(Math, 'random').mockImplementation(randomNumbers(1));
});

test('the programs that the part shows do what they say', async () => {
  await tf.setBackend('cpu');
  const run = (code: string) =>
    runExample({ name: 'the code of Train', language: 'js', code, stated: [], exact: false });
  const classesOf = ([line]: string[]) => JSON.parse(line) as number[];
  expect(accuracy(classesOf(await run(CODE.karate)), SIDES)).toBeGreaterThan(0.9);
  const parity = Array.from({ length: 400 }, (_, node) => node % 2);
  expect(accuracy(classesOf(await run(CODE.communities)), parity)).toBeGreaterThan(0.8);
  const likeness = (await run(CODE.words)).map((line) => line.split(':'));
  const alike = likeness.filter(([, value]) => Number(value) > 0).map(([word]) => word);
  expect(alike).toEqual(['boat', 'bark']);
});
