/** Layers in models on random batches, against their ops on each example. */
import { isGatherSegmentName } from '../support/call.js';
import type { LayerUse, TensorData } from '../support/call.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { canHold, staysExact } from '../support/precision.js';
import { repeatedIn } from '../support/random_batches.js';
import { OPS, randomUse } from '../support/random_calls.js';
import { randomDirection } from '../support/random_gradients.js';
import { randomSegmentUse, randomSmoothUse } from '../support/random_segments.js';
import { randomGraph, SPARSE_OPS } from '../support/random_sparse.js';
import { int } from '../support/random_values.js';
import { expectAsExamples } from '../support/layer_examples.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { SEGMENT_OPS, segmentResultShape } from '../support/segment_oracle.js';
import { numbersOf } from '../support/values.js';

const RUNS = 30;

/** Examples are sliced and stacked by tfjs' own ops, which round int32 on webgpu. */
const roundsExamples = ({ backend }: Driver): boolean => backend === 'webgpu';

/** A call whose leading dimension can be a batch, or null. */
function randomBatches(draw: Draw, driver: Driver, op: (typeof OPS)[number]): LayerUse | null {
  const precision = roundsExamples(driver)
    ? { ...driver.precision, exactIntegers: 2 ** 24 }
    : driver.precision;
  const dtypes = ['float32', 'int32'] as const;
  const limits = { dtypes, precision, maxRank: 4, allowEmpty: false, allowErrors: false };
  const use = randomUse(draw, op, limits);
  const { data, indices, updates } = use.inputs;
  const { axis = 0, batchDims = 0 } = use.options ?? {};
  const fits = op.endsWith('Elements')
    ? axis !== 0 && axis !== -data.shape.length && indices.shape[0] === data.shape[0]
    : batchDims > 0;
  if (!fits || !staysExact(precision, use)) return null;
  const inputs = { data, indices, ...(updates === undefined ? {} : { updates }) };
  // tfjs turns inputs of rank 1 into columns. A scalar is shared by all examples, so it is not a
  // batch.
  const isColumn = Object.values(inputs).some(({ shape }) => shape.length < 2);
  return isColumn ? null : { op, config: use.options ?? {}, inputs };
}

/** Returns whether an example has an empty segment, which then holds a limit of int32. */
function leavesEmpty(segmentIds: TensorData, numSegments: number): boolean {
  const [batch] = segmentIds.shape;
  const ids = numbersOf(segmentIds);
  const size = ids.length / batch;
  return Array.from({ length: batch }, (_, i) => ids.slice(i * size, (i + 1) * size)).some(
    (example) => new Set(example.filter((id) => id >= 0)).size < numSegments,
  );
}

describeOnEachBackendOnce('random layers', (driver) => {
  testRandomly('ops on batches', OPS.length * RUNS * driver.share, async (draw) => {
    for (const op of OPS) {
      const use = randomBatches(draw, driver, op);
      if (use !== null) await expectAsExamples(driver, use);
    }
  });

  testRandomly('segment ops on batches', RUNS * driver.share, async (draw) => {
    for (const op of SEGMENT_OPS) {
      const { inputs, numSegments, options } = randomSegmentUse(draw, op, 4, false);
      const isBatch = inputs.segmentIds.shape.length > 1 && canHold(driver.precision, inputs.x);
      if (!isBatch || driver.precision.largest !== Infinity) continue;
      const isRounded = roundsExamples(driver) && inputs.x.dtype === 'int32';
      if (isRounded && leavesEmpty(inputs.segmentIds, numSegments)) continue;
      await expectAsExamples(driver, { op, config: { numSegments, ...options }, inputs });
    }
  });

  testRandomly('gradients of segment ops on batches', RUNS * driver.share, async (draw) => {
    for (const op of SEGMENT_OPS) {
      const { inputs, numSegments, options } = randomSmoothUse(draw, op);
      const { x, segmentIds } = inputs;
      if (segmentIds.shape.length < 2 || x.values.length === 0 || numSegments === 0) continue;
      const example = { x: { ...x, shape: x.shape.slice(1) }, segmentIds };
      const ids = { ...segmentIds, shape: segmentIds.shape.slice(1) };
      const shape = segmentResultShape({
        op,
        inputs: { ...example, segmentIds: ids },
        numSegments,
      });
      const dy = randomDirection(draw, [x.shape[0], ...shape]);
      await expectAsExamples(driver, { op, config: { numSegments, ...options }, inputs, dy });
    }
  });

  const edgeOps = SPARSE_OPS.filter(isGatherSegmentName);
  testRandomly('ops along edges, and their gradients', RUNS * driver.share, async (draw) => {
    for (const op of edgeOps) {
      const { use, shape } = randomGraph(draw, op, driver, true);
      const { numSegments, options, inputs } = use;
      if (inputs.sources?.values.length === 0) continue;
      const examples = int(draw, 1, 3);
      const batched = repeatedIn(draw, [examples]);
      // An edge that is dropped may have any weights, so these move with it.
      const [heads = 1] = inputs.weights?.shape.slice(1) ?? [];
      const batch = Object.fromEntries(
        Object.entries(inputs).map(([name, input]) => [
          name,
          batched(input, name === 'weights' ? heads : 1),
        ]),
      );
      const dy = randomDirection(draw, [examples, ...shape]);
      const config = { numSegments, ...options };
      await expectAsExamples(driver, { op, config, inputs: batch, dy });
    }
  });
});
