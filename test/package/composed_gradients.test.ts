/**
 * Random gradients by the kernels, compared with composed ones: of any scatter, and of slices shorter and
 * longer than the length that selects the loops of max, min and mul.
 */
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { scatterND } from 'tfjs-gather-scatter';
import { type ForwardCall, isGather, type Outcome, type TensorData } from '../support/call.js';
import { expectSuccess } from '../support/compare.js';
import { composeGradients } from '../support/composed.js';
import { execute } from '../support/execute.js';
import { combines, REDUCTIONS } from '../support/oracle_words.js';
import { IN_MEMORY } from '../support/precision.js';
import { OPS } from '../support/random_calls.js';
import {
  ofBooleans,
  ofIntegers,
  randomDifferentiable,
  randomDirections,
} from '../support/random_gradients.js';
import { chance, int, pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import type { Draw } from '../support/seed.js';

beforeAll(() => tf.setBackend('cpu'));

let lastTurn: Promise<unknown> = Promise.resolve();

/** The outcomes of a call by the kernels and by composed gradients; others wait, as they share tfjs' kernels. */
function outcomesOf(call: ForwardCall): Promise<Outcome[]> {
  const turn = lastTurn.then(async () => {
    const own = await execute(call);
    const undo = composeGradients();
    const composed = await execute(call);
    undo();
    return [own, composed];
  });
  lastTurn = turn;
  return turn;
}

function withNonFinite(draw: Draw, tensor: TensorData): TensorData {
  const odd = ['Infinity', '-Infinity', 'NaN'] as const;
  return {
    ...tensor,
    values: tensor.values.map((value) => (chance(draw, 8) ? pick(draw, odd) : value)),
  };
}

const limits = { dtypes: ['float32'], maxRank: 4, allowEmpty: true, allowErrors: false } as const;

describe.each(REDUCTIONS)('gradients of %s', (reduction) => {
  testRandomly('match the composed ones bit for bit', 60, async (draw) => {
    const op = pick(
      draw,
      OPS.filter((op) => !isGather(op)),
    );
    const floats = randomDifferentiable(draw, op, limits, reduction);
    const bools = combines(reduction, 'bool') ? [ofBooleans(floats)] : [];
    const use = pick(draw, [floats, floats, ofIntegers(floats, IN_MEMORY), ...bools]);
    const dy = withNonFinite(draw, randomDirections(draw, use).dy);
    // Inside another gradient, each is computed separately; otherwise, both together.
    const route = pick(draw, ['grads', 'customGrad'] as const);
    const call = { ...use, kind: 'forward', derivative: { kind: 'gradient', dy, route } } as const;
    const [own, composed] = await outcomesOf(call);
    expect(expectSuccess(call, own).outputs).toEqual(expectSuccess(call, composed).outputs);
  });
});

const finite = fc.constantFrom(0, -0, 0.5, -1, 1, 3);
const someNonFinite = fc.oneof(
  { arbitrary: finite, weight: 40 },
  { arbitrary: fc.constantFrom(Infinity, -Infinity, NaN), weight: 1 },
);

/** Half of the values are zero or tied; half of the float tensors also have some that are not finite. */
function drawTensor(
  draw: Draw,
  shape: number[],
  dtype: 'float32' | 'int32' | 'bool' = 'float32',
): tf.Tensor {
  const size = tf.util.sizeFromShape(shape);
  const value = dtype !== 'float32' || chance(draw, 2) ? finite : someNonFinite;
  const values = draw(() => fc.array(value, { minLength: size, maxLength: size }));
  return tf.tensor(values, shape).cast(dtype);
}

describe.each(['max', 'min', 'mul'] as const)('gradients of %s', (reduction) => {
  describe.each([15, 16, 33, 2500])('of slices of %d', (sliceSize) => {
    testRandomly('match the composed ones', sliceSize > 1000 ? 4 : 20, (draw) => {
      const shape = [5, sliceSize];
      const sites = int(draw, 0, 8);
      const rows = Array.from({ length: sites }, () => [int(draw, -6, 5)]);
      const indices = tf.tensor2d(rows, [sites, 1], 'int32');
      const dtype = pick(draw, ['float32', 'float32', 'int32', 'bool'] as const);
      const [data, dy] = [drawTensor(draw, shape, dtype), drawTensor(draw, shape)];
      const updates = drawTensor(draw, [sites, sliceSize], dtype);
      const includeSelf = chance(draw, 2);
      const outOfBounds = pick(draw, ['drop', 'clamp'] as const);
      const call = (data: tf.Tensor, updates: tf.Tensor) =>
        scatterND(data, indices, updates, { reduction, includeSelf, outOfBounds });
      const gradients = () =>
        [
          ...tf.grads(call)([data, updates], dy),
          // On a tape, each is computed separately.
          tf.grad((dy: tf.Tensor) => tf.grads(call)([data, updates], dy)[0])(dy),
          tf.grad((dy: tf.Tensor) => tf.grads(call)([data, updates], dy)[1])(dy),
        ].map((tensor) => [...tensor.dataSync()]);
      const own = gradients();
      const undo = composeGradients();
      const wanted = gradients();
      undo();
      expect(own).toEqual(wanted);
      return Promise.resolve();
    });
  });
});
