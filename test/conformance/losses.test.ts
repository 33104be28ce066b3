/** Losses with integer labels: literal cases, and random calls and their derivatives against the definition. */
import { lossCases, lossErrors } from './cases/losses.js';
import { COMPUTED, type LossCall, type LossUse } from '../support/call.js';
import { CLOSE } from '../support/compare.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { lossDerivatives, lossOf } from '../support/loss_oracle.js';
import { expectVector, LOSS_VECTORS } from '../support/loss_vectors.js';
import { chance, int, pick, randomFactors, randomShape } from '../support/random_values.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { expectOutputs, testCases } from '../support/table.js';
import { f32, i32, numbersOf, sizeOf } from '../support/values.js';

const RUNS = 60;

function randomLoss(draw: Draw): LossUse {
  const shape = randomShape(draw, 5, false);
  const axis = int(draw, -shape.length, shape.length - 1);
  const along = axis < 0 ? axis + shape.length : axis;
  const classes = shape[along];
  const ignoreIndex = pick(draw, [-100, -1, 0, classes]);
  const labelsShape = shape.filter((_, d) => d !== along);
  const count = sizeOf(labelsShape);
  const label = () => (chance(draw, 4) ? ignoreIndex : int(draw, 0, classes - 1));
  const logits = randomFactors(draw, shape);
  const weights = Array.from({ length: classes }, () => int(draw, 1, 9) / 4);
  return {
    op: 'sparseSoftmaxCrossEntropy',
    inputs: {
      logits: f32(
        shape,
        numbersOf(logits).map((x) => x * pick(draw, [1, 1, 8])),
      ),
      labels: i32(labelsShape, Array.from({ length: count }, label)),
      ...(chance(draw, 2) && { classWeights: f32([classes], weights) }),
    },
    options: {
      axis,
      ignoreIndex,
      labelSmoothing: pick(draw, [0, 0, 0.25, 1]),
      reduction: pick(draw, ['mean', 'sum', 'none']),
    },
  };
}

describeOnEachBackendOnce('losses', (driver) => {
  const asCalls = <Use extends LossUse>(uses: Use[]) =>
    uses.map((use) => ({ ...use, kind: 'loss' as const }));
  testCases(driver, asCalls(lossCases), CLOSE);
  testCases(driver, asCalls(lossErrors));

  test.each(Object.entries(LOSS_VECTORS))("%s: PyTorch's derivatives", async (_, each) => {
    await expectVector(driver, each, 1);
    await expectVector(driver, each, 0);
  });

  testRandomly('losses and derivatives are as defined', RUNS * driver.share, async (draw) => {
    const use = randomLoss(draw);
    const { logits, labels } = use.inputs;
    const losses = lossOf(use);
    // All are ignored.
    if (losses.some(Number.isNaN)) return;
    const shape = use.options?.reduction === 'none' ? labels.shape : [];
    await expectOutputs(driver, { ...use, kind: 'loss' }, { result: f32(shape, losses) });
    const [dy, vData] = [randomFactors(draw, shape), randomFactors(draw, logits.shape)];
    const expected = lossDerivatives(use, numbersOf(dy), numbersOf(vData));
    const computed = pick(draw, [undefined, undefined, ...COMPUTED]);
    const first: LossCall = {
      ...use,
      kind: 'loss',
      derivative: { kind: 'gradient', dy, computed },
    };
    await expectOutputs(driver, first, { data: f32(logits.shape, expected.gradient) });
    const second: LossCall = { ...first, derivative: { kind: 'second', dy, vData, computed } };
    await expectOutputs(driver, second, {
      data: f32(logits.shape, expected.hessian),
      dy: f32(shape, expected.dy),
    });
  });

  test.each([
    ['all labels are ignored', [-100, -100], [0, 0, 0, 0]],
    ['rows with ignored labels have Infinity', [-100, 1], [0, 0, 0.5, -0.5]],
  ])('if %s, their gradient is 0', async (_, labels, gradient) => {
    const logits = f32([2, 2], ['Infinity', 'NaN', 3, 3]);
    const inputs = { logits, labels: i32([2], labels) };
    const derivative = { kind: 'gradient', dy: f32([], [1]) } as const;
    const call: LossCall = { kind: 'loss', op: 'sparseSoftmaxCrossEntropy', inputs, derivative };
    await expectOutputs(driver, call, { data: f32([2, 2], gradient) });
  });

  test('the gradient of -Infinity is 0, or that of its label', async () => {
    const logits = f32([2, 2], ['-Infinity', 0, '-Infinity', 0]);
    const inputs = { logits, labels: i32([2], [0, 1]) };
    const derivative = { kind: 'gradient', dy: f32([], [2]) } as const;
    const call: LossCall = { kind: 'loss', op: 'sparseSoftmaxCrossEntropy', inputs, derivative };
    await expectOutputs(driver, call, { data: f32([2, 2], [-1, 1, 0, 0]) });
  });
});
