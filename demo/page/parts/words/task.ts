/** The skip-gram's training, as a lane of a race: runs in a worker. */
import * as tf from '@tensorflow/tfjs';
import type { Corpus } from '../../../corpus.js';
import { TFJS_OPS } from '../../../message_ops.js';
import {
  createSkipGram,
  disposeSkipGram,
  rowsOf,
  trainStep,
  type SkipGram,
} from '../../../skip_gram.js';
import { createBatches } from '../../../skip_gram_batches.js';
import type { Way } from '../../lanes/protocol.js';
import type { RaceTask } from '../../lanes/race_task.js';
import { takeTurn } from '../../lanes/turn.js';
import { fittingBatch } from './fitting.js';
import { NEGATIVES, type Sizes } from './sizes.js';

export interface Lesson {
  corpus: Corpus;
  /** Length of a word's row. */
  size: number;
  /** Words that a step reads. */
  batch: number;
  seed: number;
}

const LEARNING_RATE = 0.3;

export async function createTask(way: Way): Promise<RaceTask<Lesson, Float32Array, Sizes>> {
  const ops = way === 'package' ? (await import('../../../package_ops.js')).PACKAGE_OPS : TFJS_OPS;
  let model: SkipGram | undefined;
  let nextBatch: ReturnType<typeof createBatches> | undefined;
  const create = ({ corpus, size, seed, batch }: Lesson) => {
    if (model) disposeSkipGram(model);
    const wordCount = corpus.words.length;
    model = createSkipGram({ ops, wordCount, size, learningRate: LEARNING_RATE, seed });
    nextBatch = createBatches(corpus, { size: batch, negatives: NEGATIVES, seed });
    return { model, nextBatch };
  };
  return {
    fit: fittingBatch,
    async prepare(lesson) {
      // The first step of a backend compiles programs, which depend on the sizes on a GPU alone.
      const warmUp = create(tf.getBackend() === 'cpu' ? { ...lesson, batch: 1 } : lesson);
      await trainStep(warmUp.model, warmUp.nextBatch());
      return rowsOf(create(lesson).model);
    },
    async turn(given) {
      if (model === undefined || nextBatch === undefined) {
        throw new Error('There is no text to take a step on.');
      }
      const learner = model;
      const taken = await takeTurn(given, nextBatch, (batch) => trainStep(learner, batch));
      return { ...taken, view: await rowsOf(learner) };
    },
  };
}
