/**
 * Gradients that replace the gradients of tfjs' own ops while acceleration is on.
 */
import type { GradConfig } from '@tensorflow/tfjs-core';

import { GatherV2, UnsortedSegmentSum } from '../../kernels/contract/tfjs_seam.js';
import { isServed } from '../backends.js';
import { sumAtSites } from '../gradients/op_gradients.js';
import { builtinGradient } from './builtin_gradient.js';
import { tuplesOfLookup } from './lookup.js';
import { sitesOfTuples, valuesAt } from './sites_of_tuples.js';

/** Makes new gradients at each call, so that each acceleration can be undone separately. */
export function replacedGradients(): GradConfig[] {
  return [lookupGradient(), segmentSumGradient()];
}

/**
 * Uses `own` on backends that have kernels of this package, and `other` elsewhere. tfjs reads the
 * properties each time that it runs the op.
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
      // If it is undefined, tfjs reports that the op has no gradient.
      const { gradFunc }: { gradFunc?: unknown } = current();
      return gradFunc as GradConfig['gradFunc'];
    },
  };
}

/**
 * The gradient of tf.gather: dy is added to the rows that were looked up. tfjs' own gradient runs
 * unsortedSegmentSum, which takes time in proportion to rows × lookups.
 */
function lookupGradient(): GradConfig {
  return builtinGradient('tf.gather', GatherV2, ['x', 'indices'], (dy, [x, indices], attrs) => ({
    x() {
      const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs);
      return sumAtSites(dy, sitesOfTuples('tf.gather', x.shape, tuples, batchDims), x.shape);
    },
  }));
}

/**
 * The gradient of tf.unsortedSegmentSum: each row gets the dy of its segment. tfjs' own has no gradient
 * for the ids, so it throws if they were computed from an input that is differentiated.
 */
function segmentSumGradient(): GradConfig {
  const caller = 'tf.unsortedSegmentSum';
  return builtinGradient(caller, UnsortedSegmentSum, ['segmentIds'], (dy, [segmentIds]) => {
    const tuplesShape = [...segmentIds.shape, 1];
    const sites = sitesOfTuples(caller, dy.shape, segmentIds, 0, tuplesShape);
    return { x: () => valuesAt(sites, dy) };
  });
}
