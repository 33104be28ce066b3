/** First- and second-order gradients of tfjs' own ops, against tfjs' documentation of the ops. */
import { describeOnEachBackendOnce } from '../support/drivers.js';
import type { Driver } from '../support/driver.js';
import { testRandomly } from '../support/seed.js';
import { expectBuiltin } from './expect.js';
import { randomBuiltin, withDerivatives } from './random.js';
import type { Limits } from './random.js';

const RUNS = 60;

const OURS = ['gatherND', 'scatterND', 'tensorScatterUpdate', 'sparseToDense'] as const;

const SPARSE_SEGMENTS = ['sparseSegmentSum', 'sparseSegmentMean'] as const;

/** On webgpu, tfjs' own kernels read wrong ids back from a GPU; only the accelerated ops are tested there. */
const oursOn = ({ backend }: Driver) => [...OURS, ...(backend === 'webgpu' ? [] : SPARSE_SEGMENTS)];

const STOCK: Limits = {
  accelerated: false,
  outOfBounds: false,
  allowEmpty: false,
  dtype: 'float32',
};

describeOnEachBackendOnce('gradients of the built-ins', (driver) => {
  describe.each(oursOn(driver))('of %s', (op) => {
    testRandomly('are those of its documented result', RUNS * driver.share, async (draw) => {
      await expectBuiltin(driver, withDerivatives(draw, randomBuiltin(draw, op, STOCK)));
    });
  });
});
