/** First- and second-order gradients of tfjs' own ops, against tfjs' documentation of the ops. */
import { describeOnEachBackendOnce } from '../support/drivers.js';
import type { Driver } from '../support/driver.js';
import { testRandomly } from '../support/seed.js';
import { f32, i32 } from '../support/values.js';
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

  test('the last of several updates gets the gradient, and the tensor gets none there', async () => {
    await expectBuiltin(driver, {
      op: 'tensorScatterUpdate',
      accelerated: false,
      options: {},
      inputs: {
        tensor: f32([3], [1, 2, 3]),
        indices: i32([3, 1], [1, 0, 1]),
        updates: f32([3], [4, 5, 6]),
      },
      derivatives: {
        dy: f32([3], [10, 20, 30]),
        directions: { tensor: f32([3], [1, 2, 3]), updates: f32([3], [4, 5, 6]) },
      },
    });
  });

  test('a value for several places gets the sum of dy there, and the default value gets the rest', async () => {
    await expectBuiltin(driver, {
      op: 'sparseToDense',
      accelerated: false,
      options: { shape: [4] },
      inputs: {
        sparseIndices: i32([3], [1, 1, 3]),
        sparseValues: f32([], [7]),
        defaultValue: f32([], [-1]),
      },
      derivatives: {
        dy: f32([4], [1, 2, 3, 4]),
        directions: { sparseValues: f32([], [2]), defaultValue: f32([], [3]) },
      },
    });
  });
});
