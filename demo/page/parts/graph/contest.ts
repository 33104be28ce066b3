/** A race on a graph: both lanes, and what they have shown. */
import type { Evaluation } from '../../../graph_network.js';
import { accuracy } from '../../../graph.js';
import type { Contest } from '../../lanes/contest.js';
import { createRace, type Race } from '../../lanes/race.js';
import type { Racer } from '../../lanes/racer.js';
import type { BackendName } from '../../shared/backend_list.js';
import { nextFrame } from '../../shared/frames.js';
import type { Embedding } from './embedding_drawing.js';
import { makeExample, type Example } from './example.js';
import { createProjection } from '../../shared/projection.js';
import { fittedSettings, type Settings } from './settings.js';
import { HIDDEN_SIZE } from './sizes.js';
import type { Lesson } from './task.js';

const STEPS = 200;
/** Longest time that the page may stand still while a graph is made, in ms. */
const LONGEST_BLOCK = 12;
/** Number of nodes where tfjs cannot say which one fits. */
const USUAL_NODES = 1000;

/** The state that a lane has shown after some steps. */
export interface Shown extends Embedding {
  step: number;
  seconds: number;
  loss: number;
  share: number;
}

export interface GraphContest extends Contest {
  readonly race: Race<Lesson, Evaluation>;
  readonly example: Example | undefined;
  /** All that each lane has shown, tfjs first. */
  readonly shown: readonly [Shown[], Shown[]];
}

export const keyOf = (settings: Settings) =>
  JSON.stringify({ ...settings, accelerated: undefined });

export function createContest(
  settings: Settings,
  onLost: (backend: BackendName) => void,
): GraphContest {
  const { backend } = settings;
  const race = createRace<Lesson, Evaluation>({
    task: 'graph',
    backend,
    onLost() {
      onLost(backend);
    },
  });
  let example: Example | undefined;
  const shown: [Shown[], Shown[]] = [[], []];
  const projections = race.racers.map(() => createProjection(HIDDEN_SIZE));
  const keep = (racer: Racer<Evaluation>) => {
    const place = race.racers[0] === racer ? 0 : 1;
    const { latest, steps } = racer;
    if (latest === undefined || example === undefined) return;
    const { classes: predicted, hidden } = latest.view;
    shown[place].push({
      step: steps,
      seconds: latest.seconds,
      loss: latest.losses.at(-1) ?? NaN,
      share: accuracy(predicted, example.classes),
      points: projections[place](hidden),
      predicted,
    });
    // Pictures of earlier steps are drawn no more.
    const before = shown[place].at(-2);
    if (before) [before.points, before.predicted] = [new Float32Array(), []];
  };
  /** Keeps the start of both lanes alone. */
  const keepStart = () => {
    for (const one of shown) one.length = 0;
    for (const racer of race.racers) keep(racer);
  };
  return {
    key: keyOf(settings),
    race,
    get example() {
      return example;
    },
    get isReady() {
      return example !== undefined;
    },
    shown,
    async prepare(signal, onProgress) {
      onProgress('Looking for a size that fits this machine …');
      const sized = settings.data === 'fitting' ? await fitted(settings, race) : settings;
      signal.throwIfAborted();
      onProgress('Making the graph …');
      example = await makeExampleInFrames(sized, signal, (share) => {
        onProgress('Making the graph …', share);
      });
      onProgress('Both lanes warm up …');
      const { graph, labels, classNames } = example;
      await race.prepare({ graph, labels, classNames }, STEPS);
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

async function fitted(settings: Settings, race: GraphContest['race']): Promise<Settings> {
  try {
    return fittedSettings(settings, await race.fit());
  } catch {
    // The lane says itself why it cannot compute.
    return fittedSettings(settings, USUAL_NODES);
  }
}

/** Makes an example, and lets the page draw in between; rejects when the signal is aborted. */
async function makeExampleInFrames(
  settings: Settings,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Example> {
  let frameTime = performance.now();
  return makeExample(settings, async (share) => {
    if (performance.now() - frameTime < LONGEST_BLOCK) return;
    onProgress(share);
    await nextFrame(signal);
    frameTime = performance.now();
  });
}
