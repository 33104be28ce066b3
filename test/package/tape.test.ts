/** tfjs' tape, until the gradient of a call has run, keeps no values but those that it reads. */
import * as tf from '@tensorflow/tfjs';
import {
  gatherElements,
  gatherND,
  scatterElements,
  scatterND,
  scatterNDUpdate,
} from 'tfjs-gather-scatter';

const ELEMENTS = [
  [2, 0, 2],
  [1, 1, 0],
];
const ROWS = [[1], [0], [1]];
const DATA = [3, -1, 0.5, 2, 4, -2, 1, 7, 0.25];
const LINEAR = ['none', 'add', 'mean'] as const;
const OF_VALUES = ['mul', 'max', 'min'] as const;

interface Case {
  title: string;
  kernel: string;
  attrs?: { reduction: string };
  indices: number[][];
  /** The shape of updates; absent for a gather. */
  values?: number[];
  call: (indices: tf.Tensor, x: tf.Tensor, updates: tf.Tensor) => tf.Tensor;
  /** The number of tensors that the tape keeps. */
  kept: number;
}

const scatters = (reduction: (typeof LINEAR | typeof OF_VALUES)[number], kept: number): Case[] => [
  {
    title: `scatterElements, ${reduction}`,
    kernel: 'ScatterElements',
    attrs: { reduction },
    indices: ELEMENTS,
    values: [2, 3],
    call: (indices, x, updates) => scatterElements(x, indices, updates, { reduction }),
    kept,
  },
  {
    title: `scatterND, ${reduction}`,
    kernel: 'ScatterND',
    attrs: { reduction },
    indices: ROWS,
    values: [3, 3],
    call: (indices, x, updates) => scatterND(x, indices, updates, { reduction }),
    kept,
  },
];

const CASES: Case[] = [
  {
    title: 'gatherElements',
    kernel: 'GatherElements',
    indices: ELEMENTS,
    call: (indices, x) => gatherElements(x, indices),
    kept: 1,
  },
  {
    title: 'gatherND',
    kernel: 'GatherND',
    indices: ROWS,
    call: (indices, x) => gatherND(x, indices),
    kept: 1,
  },
  ...LINEAR.flatMap((reduction) => scatters(reduction, 1)),
  ...OF_VALUES.flatMap((reduction) => scatters(reduction, 4)),
  {
    title: 'scatterNDUpdate, sub',
    kernel: 'ScatterND',
    attrs: { reduction: 'sub' },
    indices: ROWS,
    values: [3, 3],
    call: (indices, x, updates) => scatterNDUpdate(x, indices, updates, { reduction: 'sub' }),
    kept: 1,
  },
];

/** Takes the gradients of a call, and counts the tensors that it leaves besides its output. */
function differentiate(call: (...inputs: tf.Tensor[]) => tf.Tensor, inputs: tf.Tensor[]) {
  let kept = 0;
  const gradients = tf.grads((...given) => {
    const before = tf.memory().numTensors;
    const output = call(...given);
    kept = tf.memory().numTensors - before - 1;
    return output.square();
  })(inputs);
  return { kept, gradients: gradients.map((gradient) => gradient.arraySync()) };
}

test.each(CASES)('$title', ({ kernel, attrs, indices, values, call, kept }) => {
  const at = tf.tensor2d(indices, undefined, 'int32');
  const inputs: tf.Tensor[] = [tf.tensor2d(DATA, [3, 3])];
  if (values) inputs.push(tf.tensor(DATA.slice(-tf.util.sizeFromShape(values)), values));
  const found = differentiate((...inputs) => call(at, inputs[0], inputs[1]), inputs);
  expect(found.kept).toBe(kept);
  // Of a call by tfjs itself the tape keeps all that a gradient might read.
  const direct = differentiate(
    (data, updates) =>
      tf.engine().runKernel(kernel, { data, indices: at, ...(values && { updates }) }, attrs),
    inputs,
  );
  expect(direct.kept).toBe(values ? 4 : 2);
  expect(found.gradients).toEqual(direct.gradients);
});

test('a call that fails leaves nothing to the next', () => {
  const at = tf.tensor2d(ROWS, undefined, 'int32');
  const failing = (x: tf.Tensor) => gatherND(x, at.mul(9));
  expect(() => tf.grad(failing)(tf.tensor2d(DATA, [3, 3]))).toThrow(/^gatherND: /);
  const product = (x: tf.Tensor) => scatterND(x, at, tf.ones([3, 3]), { reduction: 'mul' });
  const x = tf.tensor2d(DATA, [3, 3]);
  expect(tf.grad(product)(x).arraySync()).toEqual(tf.onesLike(x).arraySync());
});
