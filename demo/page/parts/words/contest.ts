/** A race on a text: both lanes, and what they have shown. */
import type { Corpus } from '../../../corpus.js';
import type { Contest } from '../../lanes/contest.js';
import { createRace, type Race } from '../../lanes/race.js';
import type { Racer } from '../../lanes/racer.js';
import type { BackendName } from '../../shared/backend_list.js';
import { createProjection } from '../../shared/projection.js';
import { BOOK } from './book.js';
import { addLosses, emptyHistory, type LaneHistory } from './lane_history.js';
import { unitRows } from './nearest.js';
import { read } from './reader.js';
import { keyOf, type Settings } from './settings.js';
import { MOST_WORDS, type Sizes } from './sizes.js';
import type { Lesson } from './task.js';
import { mapWords, topicWords } from './topic_words.js';

/** Words on the map, besides the one that is asked for. */
const TOPICS = 72;
/** Words that are read in a whole race: so many in all, or so many times the text. */
const [MOST_READ, MOST_PASSES] = [3_000_000, 30];
export interface WordsContest extends Contest {
  readonly race: Race<Lesson, Float32Array, Sizes>;
  /** Name of the text. */
  readonly title: string;
  /** Length of a word's row. */
  readonly size: number;
  readonly corpus: Corpus | undefined;
  /** Words that a step reads. */
  readonly batch: number;
  /** Reason why nothing can be learnt, in a sentence; or ''. */
  readonly problem: string;
  /** The words that tell what the text is about. */
  readonly topics: readonly number[];
  /** The map's words. */
  readonly shown: readonly number[];
  /** The history of each lane, tfjs first. */
  readonly lanes: readonly [LaneHistory, LaneHistory];
  /** Puts a word on the map besides the topics. */
  ask(word: number | undefined): void;
}

export function createContest(
  settings: Settings,
  ownText: string,
  onLost: (backend: BackendName) => void,
): WordsContest {
  const { backend, size, seed } = settings;
  const race = createRace<Lesson, Float32Array, Sizes>({
    task: 'words',
    backend,
    onLost() {
      onLost(backend);
    },
  });
  const lanes = [emptyHistory(), emptyHistory()] as const;
  const projections = lanes.map(() => createProjection(size));
  let corpus: Corpus | undefined;
  let batch = 0;
  let problem = '';
  let topics: number[] = [];
  let shown: readonly number[] = [];
  const drawMap = (place: 0 | 1) => {
    const lane = lanes[place];
    if (lane.rows.length > 0) lane.map = projections[place](unitRows(lane.rows, size, shown));
  };
  const keep = (racer: Racer<Float32Array>) => {
    const place = race.racers[0] === racer ? 0 : 1;
    const { latest } = racer;
    if (latest === undefined) return;
    const lane = lanes[place];
    lane.rows = latest.view;
    drawMap(place);
    addLosses(lane, latest.seconds, latest.losses);
  };
  /** Keeps the start of both lanes alone. */
  const keepStart = () => {
    for (const lane of lanes) Object.assign(lane, emptyHistory());
    for (const racer of race.racers) keep(racer);
  };
  return {
    key: keyOf(settings, ownText),
    race,
    title: settings.text === 'own' ? 'Your text' : BOOK.title,
    size,
    get corpus() {
      return corpus;
    },
    get batch() {
      return batch;
    },
    get problem() {
      return problem;
    },
    get topics() {
      return topics;
    },
    get shown() {
      return shown;
    },
    get isReady() {
      return corpus !== undefined;
    },
    lanes,
    ask(word) {
      const next = mapWords(topics, word);
      if (next.join() === shown.join()) return;
      shown = next;
      drawMap(0);
      drawMap(1);
    },
    async prepare(signal, onProgress) {
      onProgress('Reading the text …');
      const source = settings.text === 'own' ? { text: ownText } : { url: BOOK.url };
      const reply = await read({ ...source, mostWords: settings.vocabulary }, signal);
      corpus = 'corpus' in reply ? reply.corpus : undefined;
      problem = 'problem' in reply ? reply.problem : '';
      if (corpus === undefined) return;
      shown = topics = topicWords(corpus, TOPICS);
      if (settings.batch === 'fitting') onProgress('Looking for a size that fits this machine …');
      batch = await batchOf(settings, race, corpus.words.length);
      signal.throwIfAborted();
      onProgress('Both lanes warm up …');
      const words = Math.min(MOST_READ, MOST_PASSES * corpus.tokens.length);
      await race.prepare({ corpus, size, batch, seed }, Math.ceil(words / batch));
      keepStart();
      signal.throwIfAborted();
    },
    async turn() {
      const racer = await race.turn();
      if (racer) keep(racer);
    },
    async accelerate() {
      await race.accelerate();
      keepStart();
    },
  };
}

async function batchOf(
  { batch, size }: Settings,
  race: WordsContest['race'],
  words: number,
): Promise<number> {
  if (batch !== 'fitting') return Number(batch);
  try {
    return await race.fit({ words, size });
  } catch {
    // The lane says itself why it cannot compute.
    return MOST_WORDS;
  }
}
