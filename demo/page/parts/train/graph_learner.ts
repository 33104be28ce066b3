/** The graph network as a learner. */
import {
  createGraphNetwork,
  disposeGraphNetwork,
  evaluate,
  trainStep,
} from '../../../graph_network.js';
import type { MessageOps } from '../../../message_ops.js';
import { createProjection } from '../../shared/projection.js';
import type { Example } from '../../../graph_examples.js';
import type { Learner } from './learner.js';

/** The same as in Node, so that the training is the same on every machine. */
const [LEARNING_RATE, SEED] = [0.01, 1];

export function createGraphLearner(example: Example, ops: MessageOps): Learner {
  const { graph, labels, classCount, hiddenSize } = example;
  const options = { ops, hiddenSize, classCount, learningRate: LEARNING_RATE, seed: SEED };
  const network = createGraphNetwork(graph, labels, options);
  const project = createProjection(hiddenSize);
  return {
    step: () => trainStep(network),
    async look() {
      const { classes, hidden } = await evaluate(network);
      return { kind: 'graph', points: project(hidden), predicted: classes };
    },
    dispose() {
      disposeGraphNetwork(network);
      ops.dispose?.();
    },
  };
}
