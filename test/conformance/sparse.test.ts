/** Fused products: literal cases, and random graphs compared with gathers and segment ops. */
import { droppedEdgeGradients, droppedEdges, sparseCases, sparseErrors } from './cases/sparse.js';
import { f32, i32 } from '../support/values.js';
import { operandsOf } from '../support/call.js';
import type { SparseCall, SparseUse } from '../support/call.js';
import { CLOSE, expectTensor, SAME_BITS } from '../support/compare.js';
import { casesFor, describeOnEveryBackend } from '../support/drivers.js';
import { toleranceOn } from '../support/precision.js';
import { randomDirection } from '../support/random_gradients.js';
import { randomGraphs, SPARSE_OPS } from '../support/random_sparse.js';
import { named, testRows } from '../support/rows.js';
import { testRandomly } from '../support/seed.js';
import {
  expectOutputs,
  holdsValues,
  outputsOf,
  testCases,
  testSparseTable,
} from '../support/table.js';

const RUNS = 40;

describeOnEveryBackend('fused products', (driver) => {
  const close = toleranceOn(driver.precision, CLOSE);
  // A GPU's compiler may fuse a product and a sum, with one rounding.
  const like = driver.precision.smallest > 0 ? close : SAME_BITS;

  testSparseTable(driver, sparseCases);

  const keepsInfinity = ({ inputs: { x } }: SparseUse) => x && holdsValues(driver, x);
  const dropped = casesFor(driver, droppedEdges.filter(keepsInfinity));
  const rows = droppedEdgeGradients.filter(({ use }) => keepsInfinity(use));

  // Half floats hold none of them.
  if (dropped.length > 0 && rows.length > 0)
    describe('dropped edges read and multiply nothing', () => {
      testSparseTable(driver, dropped);
      testRows('derivatives: %s', named(rows), async ({ use, dy, ...expected }) => {
        const { data: vData, updates: vUpdates } = expected.directions;
        const first = { kind: 'gradient', dy } as const;
        await expectOutputs(driver, { ...use, derivative: first }, expected.gradients);
        const derivative = { kind: 'second', dy, vData, vUpdates } as const;
        await expectOutputs(driver, { ...use, derivative }, expected.derivatives);
      });
    });

  testCases(driver, casesFor(driver, sparseErrors));

  /** Runs a call both ways, and expects the same result. */
  async function expectAsComposed(call: SparseCall): Promise<void> {
    const [fused, composed] = await Promise.all(
      [false, true].map((composed) => outputsOf(driver, { ...call, composed })),
    );
    expect(Object.keys(fused)).toEqual(Object.keys(composed));
    // tfjs sums dot products in another order.
    const isDot = call.op === 'sampledDenseMatMul' || call.derivative !== undefined;
    for (const [name, tensor] of Object.entries(composed)) {
      expectTensor({ ...call }, fused[name], tensor, isDot ? close : like);
    }
  }

  test('if a maximum is NaN, its gradient goes to the NaN values', async () => {
    const inputs = {
      x: f32([3], ['NaN', 1, 'NaN']),
      sources: i32([4], [0, 1, 2, 1]),
      targets: i32([4], [0, 0, 0, 1]),
    };
    const derivative = { kind: 'gradient', dy: f32([2], [6, 5]) } as const;
    const use = { op: 'gatherSegmentMax', inputs, numSegments: 2 } as const;
    await expectOutputs(
      driver,
      { ...use, kind: 'sparse', derivative },
      { data: f32([3], [3, 5, 3]) },
    );
  });

  test('without rows, the gradient of a maximum is empty', async () => {
    const inputs = { x: f32([0, 2], []), sources: i32([1], [3]), targets: i32([1], [0]) };
    const derivative = { kind: 'gradient', dy: f32([1, 2], [6, 5]) } as const;
    const options = { outOfBounds: 'drop' } as const;
    const use = { op: 'gatherSegmentMax', inputs, numSegments: 1, options } as const;
    await expectOutputs(driver, { ...use, kind: 'sparse', derivative }, { data: f32([0, 2], []) });
  });

  describe.each(SPARSE_OPS)('%s', (op) => {
    testRandomly('gives what the composed ops give', RUNS * driver.share, async (draw) => {
      // TensorFlow's own products flush denormals.
      const { use } = randomGraphs(draw, op, driver, driver.backend === 'tensorflow');
      await expectAsComposed({ ...use, kind: 'sparse' });
    });

    testRandomly('has the gradients of the composed ops', RUNS * driver.share, async (draw) => {
      const { use, shape } = randomGraphs(draw, op, driver, true);
      const dy = randomDirection(draw, shape);
      await expectAsComposed({ ...use, kind: 'sparse', derivative: { kind: 'gradient', dy } });
      const [data, updates] = operandsOf(use).map((name) => use.inputs[name]);
      const vData = randomDirection(draw, data?.shape ?? []);
      const vUpdates = updates && randomDirection(draw, updates.shape);
      const derivative = { kind: 'second', dy, vData, vUpdates } as const;
      await expectAsComposed({ ...use, kind: 'sparse', derivative });
    });
  });
});
