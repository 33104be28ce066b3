/** The race in words: its outcome, its lanes, and its data. */
import { accuracy } from '../../../graph.js';
import { compare, ENOUGH, median, thousands, timeText } from '../../shared/numbers.js';
import type { Example } from '../../../graph_examples.js';
import type { View } from './learner.js';
import type { Lane, Lanes } from './race.js';
import type { Route } from './sizes.js';

const NAMES: Record<Route, string> = {
  package: 'this package',
  dense: 'a dense product',
  gather: 'gather and segment sum',
};

const timeOf = (times: readonly number[]) => timeText(median(times));

/** @param before - tfjs' lane before it was accelerated, if it is. */
export function headlineOf([stock, ours]: Lanes, before?: Lane): { text: string; detail: string } {
  if (before) return leapOf(before, stock, ours);
  const own = timeOf(ours.times);
  if (stock.error !== '' && ours.times.length >= ENOUGH) {
    const detail = `A step takes ${own}. The tfjs lane shows why tfjs cannot run.`;
    return { text: 'Only this package can train here', detail };
  }
  const speed = compare(stock.times, ours.times);
  if (speed === undefined) {
    const detail = 'Press Play. Both lanes train the same network and get equal time.';
    return { text: 'Which one trains faster?', detail };
  }
  const counts = `medians of ${stock.times.length} and ${ours.times.length} steps`;
  const detail = `A step takes ${timeOf(stock.times)} with tfjs and ${own} with this package (${counts}).`;
  return { text: `${speed.text} with this package`, detail };
}

/** Compares tfjs' gather and segment sum before and after acceleration. */
function leapOf({ trials }: Lane, stock: Lane, ours: Lane) {
  const told = trials.map(({ route, times, problem }) => {
    const way = `With ${NAMES[route]}, a step of tfjs`;
    return problem === '' ? `${way} took ${timeOf(times)} before.` : `${way} failed. ${problem}`;
  });
  if (Math.min(stock.times.length, ours.times.length) < ENOUGH) {
    const detail = [...told, 'Press Play to race again.'].join(' ');
    return { text: 'tfjs’ own ops are now accelerated', detail };
  }
  const gather = trials.find(({ route, problem }) => route === 'gather' && problem === '');
  const now = timeOf(stock.times);
  const leap = gather ? `went from ${timeOf(gather.times)} to ${now}` : `takes ${now}`;
  const detail = [...told, `With this package’s ops, it takes ${timeOf(ours.times)}.`].join(' ');
  return { text: `A step with gather and sum ${leap} with accelerateBuiltins()`, detail };
}

/** The way that tfjs' lane takes, for its title. */
export function wayOf({ trials, error }: Lane, isAccelerated: boolean): string {
  if (isAccelerated) return ', accelerated';
  if (trials.length === 0 || error !== '') return '';
  const isChosen = trials.every(({ problem }) => !problem.startsWith('tfjs says'));
  const reason = isChosen ? 'the faster of its two ways here' : 'the way that works here';
  return `, with ${NAMES[trials[0].route]} (${reason})`;
}

/** What is known of the way that tfjs' lane did not choose. */
export function otherText({ error, trials }: Lane): string {
  const other = trials.at(1);
  if (error !== '' || other === undefined) return '';
  const { route, problem, times } = other;
  const told = problem === '' ? `a step takes ${timeOf(times)}.` : `it cannot run. ${problem}`;
  return `With ${NAMES[route]}, ${told}`;
}

/** The progress of a lane. */
export function progressOf({ view, steps, times }: Lane, example: Example | undefined): string {
  const texts = [`Step ${steps}`];
  if (view?.kind === 'graph' && example) {
    texts.push(`${Math.round(100 * accuracy(view.predicted, example.classes))}% of nodes correct`);
  }
  if (times.length > 0) texts.push(`${timeOf(times)} per step`);
  return texts.join(', ');
}

export function factsOf(view: View | undefined, example: Example | undefined): string {
  if (view?.kind === 'words') {
    const [length, learnt] = [view.length, view.vocabulary].map(thousands);
    return `Chapters 44 to 79 of Moby-Dick: ${length} words. The ${learnt} most frequent are learned.`;
  }
  if (example === undefined) return '';
  const { graph, labels } = example;
  const [nodes, edges] = [graph.nodeCount, graph.ends.length / 2].map(thousands);
  return `${nodes} nodes and ${edges} edges. The classes of ${labels.nodes.length} nodes are given.`;
}
