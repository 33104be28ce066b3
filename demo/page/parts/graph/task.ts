/** The graph network's training, as a lane of a race: runs in a worker. */
import * as tf from '@tensorflow/tfjs';
import {
  createGraphNetwork,
  disposeGraphNetwork,
  evaluate,
  trainStep,
  type Evaluation,
  type GraphNetwork,
} from '../../../graph_network.js';
import { TFJS_OPS } from '../../../message_ops.js';
import type { Way } from '../../lanes/protocol.js';
import type { RaceTask } from '../../lanes/race_task.js';
import { takeTurn } from '../../lanes/turn.js';
import type { Example } from './example.js';
import { fittingNodes } from './fitting.js';
import { HIDDEN_SIZE } from './sizes.js';

/** The part of an example that a network learns from. */
export type Lesson = Pick<Example, 'graph' | 'labels' | 'classNames'>;

const LEARNING_RATE = 0.01;
/** The same seed as in Node, so that the training is the same on every machine. */
const SEED = 1;

export async function createTask(way: Way): Promise<RaceTask<Lesson, Evaluation>> {
  const ops = way === 'package' ? (await import('../../../package_ops.js')).PACKAGE_OPS : TFJS_OPS;
  let network: GraphNetwork | undefined;
  const create = ({ graph, labels, classNames }: Lesson) => {
    if (network) disposeGraphNetwork(network);
    network = createGraphNetwork(graph, labels, {
      ops,
      hiddenSize: HIDDEN_SIZE,
      classCount: classNames.length,
      learningRate: LEARNING_RATE,
      seed: SEED,
    });
    return network;
  };
  return {
    fit: fittingNodes,
    async prepare(lesson) {
      // The first step of a backend compiles programs, and would count for neither lane.
      await trainStep(create(lesson));
      return evaluate(create(lesson));
    },
    async turn(given) {
      if (network === undefined) throw new Error('There is no graph to take a step on.');
      const learner = network;
      let seen: { hidden: tf.Tensor; scores: tf.Tensor } | undefined;
      const taken = await takeTurn(
        given,
        () => {
          tf.dispose(seen ?? []);
        },
        () =>
          trainStep(learner, (hidden, scores) => {
            seen = { hidden: tf.keep(hidden), scores: tf.keep(scores) };
          }),
      );
      if (seen === undefined) throw new Error('The step showed nothing of its network.');
      const view = await viewOf(seen.hidden, seen.scores);
      tf.dispose(seen);
      return { ...taken, view };
    },
  };
}

/** The network's view of the nodes in a step, from the same pass that gave its loss. */
async function viewOf(hidden: tf.Tensor, scores: tf.Tensor): Promise<Evaluation> {
  const classes = scores.argMax(1);
  const view = {
    classes: await classes.data<'int32'>(),
    hidden: await hidden.data<'float32'>(),
  };
  classes.dispose();
  return view;
}
