/**
 * Gradients of tfjs' own ops that take the place of others while the ops are accelerated.
 */
import { GatherV2, reshape, UnsortedSegmentSum, zeros } from '@tensorflow/tfjs-core';
import type { GatherV2Attrs, GradConfig, Tensor } from '@tensorflow/tfjs-core';

import { isServed } from '../backends.js';
import { checkDifferentiable, ofOneOutput, sumAtSites } from '../gradients/op_gradients.js';
import { flatten } from '../gradients/sites.js';
import { tuplesOfLookup } from './lookup.js';
import { sitesOfTuples } from './sites_of_tuples.js';

const CALLER = 'tf.gather';

/** Makes the gradients, as tfjs registers them; new objects each time, so each can be undone. */
export function replacedGradients(): GradConfig[] {
  return [lookupGradient(), segmentSumGradient()];
}

/**
 * Makes a gradient that is another one on backends without kernels of this package. tfjs reads it each
 * time that it runs the op.
 */
export function whereServed(own: GradConfig, other: GradConfig | undefined): GradConfig {
  const current = (): Partial<GradConfig> => (isServed() ? own : (other ?? {}));
  return {
    kernelName: own.kernelName,
    get inputsToSave() {
      return current().inputsToSave;
    },
    get outputsToSave() {
      return current().outputsToSave;
    },
    get saveAllInputs() {
      return current().saveAllInputs;
    },
    get gradFunc() {
      // Without one, tfjs says that the op has no gradient.
      const { gradFunc }: { gradFunc?: unknown } = current();
      return gradFunc as GradConfig['gradFunc'];
    },
  };
}

/**
 * The gradient of tf.gather: dy is added to the rows that were looked up. The time of tfjs' own,
 * which runs its unsortedSegmentSum, grows with rows × lookups.
 */
function lookupGradient(): GradConfig {
  return {
    kernelName: GatherV2,
    inputsToSave: ['x', 'indices'],
    gradFunc: ofOneOutput(CALLER, (dy, saved, attrs) => {
      const [x, indices] = saved;
      checkDifferentiable(CALLER, 'x', x, saved);
      return {
        x: () => gradientOfX(dy, x, indices, attrs),
        indices: () => zeros(indices.shape),
      };
    }),
  };
}

/**
 * The gradient of tf.unsortedSegmentSum: each row gets the dy of its segment. tfjs' own has none for the
 * ids, and throws where these were computed from what is differentiated.
 */
function segmentSumGradient(): GradConfig {
  return {
    kernelName: UnsortedSegmentSum,
    inputsToSave: ['segmentIds'],
    gradFunc: ofOneOutput('tf.unsortedSegmentSum', (dy, [segmentIds]) => {
      const tuplesShape = [...segmentIds.shape, 1];
      const sites = sitesOfTuples('tf.unsortedSegmentSum', dy.shape, segmentIds, 0, tuplesShape);
      return {
        x: () => reshape(sites.gather(flatten(dy)), sites.valuesShape),
        segmentIds: () => zeros(segmentIds.shape),
      };
    }),
  };
}

function gradientOfX(
  dy: Tensor,
  x: Tensor,
  indices: Tensor,
  attrs: Partial<GatherV2Attrs>,
): Tensor {
  const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs);
  return sumAtSites(dy, sitesOfTuples(CALLER, x.shape, tuples, batchDims), x.shape);
}
