/** A lane in its worker: finds its fastest way, and takes turns. */
import type { Corpus } from '../../../corpus.js';
import { createDenseOps, ONE_HOT_OPS, TFJS_OPS } from '../../../message_ops.js';
import type { Way } from '../../worker/index.js';
import { exampleOf } from '../../../graph_examples.js';
import { createGraphLearner } from './graph_learner.js';
import type { Learner, View } from './learner.js';
import { sizesUpTo, type Route, type Setup } from './sizes.js';
import { fastest, timesOf, tryRoute, type Trial } from './ways.js';
import { createWordsLearner } from './words_learner.js';

/** Steps taken in one go. */
export interface Turn {
  losses: number[];
  /** Time of each step until its loss was read, in ms. */
  times: number[];
}

/** Loads the package, which tfjs' own lane does only to be accelerated. */
const loadPackage = () => import('../../../package_ops.js');

export function createTrainer(way: Way, loadBook: () => Promise<Corpus>) {
  const routes: readonly Route[] = way === 'package' ? ['package'] : ['dense', 'gather'];
  let setup: Setup = { data: 'karate', nodes: 0 };
  let route: Route | undefined;
  let learner: Learner | undefined;
  let book: Promise<Corpus> | undefined;

  const create = async (route: Route, nodes: number): Promise<Learner> => {
    const { data } = setup;
    const own = route === 'package' ? (await loadPackage()).PACKAGE_OPS : undefined;
    if (data === 'words') {
      const ops = own ?? (route === 'dense' ? ONE_HOT_OPS : TFJS_OPS);
      return createWordsLearner(await (book ??= loadBook()), ops);
    }
    const example = exampleOf(data, nodes);
    const ops = own ?? (route === 'dense' ? createDenseOps(example.graph) : TFJS_OPS);
    return createGraphLearner(example, ops);
  };
  const time = async (route: Route, nodes: number) => {
    const tried = await create(route, nodes);
    try {
      return await timesOf(tried.step);
    } finally {
      tried.dispose();
    }
  };
  /** Goes back to the start. */
  const restart = async () => {
    learner?.dispose();
    learner = undefined;
    if (route !== undefined) learner = await create(route, setup.nodes);
  };
  return {
    /** Goes to the start, unless there are several ways to try first. */
    begin(given: Setup): Promise<void> {
      setup = given;
      route = routes.length === 1 ? routes[0] : undefined;
      return restart();
    },
    /** Tries the ways of this lane, and goes to the start with the fastest, which it returns first. */
    async tryWays(): Promise<Trial[]> {
      const { data, nodes } = setup;
      const sizes = data === 'communities' ? sizesUpTo(nodes) : [nodes];
      const trials: Trial[] = [];
      for (const one of routes) trials.push(await tryRoute(one, sizes, (size) => time(one, size)));
      const best = fastest(trials);
      route = best?.route;
      await restart();
      return best ? [best, ...trials.filter((trial) => trial !== best)] : trials;
    },
    restart,
    /** From now on, runs tfjs' own ops on the package's kernels. Goes back to the start. */
    async accelerate(): Promise<void> {
      const { accelerateBuiltins } = await loadPackage();
      accelerateBuiltins();
      route = 'gather';
      // The first step compiles new programs.
      await time(route, setup.nodes);
      await restart();
    },
    /** Takes steps until the budget, in ms, is used up: at least one, at most `most`. */
    async turn(budget: number, most: number): Promise<Turn> {
      if (learner === undefined) throw new Error('This lane has nothing to train.');
      const turn: Turn = { losses: [], times: [] };
      const begin = performance.now();
      do {
        const start = performance.now();
        turn.losses.push(await learner.step());
        turn.times.push(performance.now() - start);
      } while (turn.times.length < most && performance.now() - begin < budget);
      return turn;
    },
    look: async (word: string): Promise<View | undefined> => learner?.look(word),
  };
}
