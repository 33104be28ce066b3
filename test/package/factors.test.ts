/** What kernels reject that change what they read, or scatter one number. Gradients and segment ops run them. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { COMBINE, OPS } from '../../kernels/call/ops.js';
import { planCall } from '../../kernels/call/plan.js';
import { hostKernelsOver, hostOver, PLAIN_LOOPS, runProduct } from '../../kernels/cpu/host.js';
import type { AnyBackend } from '../../kernels/tfjs/seam.js';
import { rowsOf } from '../support/read_table.js';

beforeAll(() => tf.setBackend('cpu'));

type Inputs = Partial<Record<string, tf.Tensor | null>>;

/** Runs a kernel; tfjs' type does not allow missing inputs. */
const run = (op: string, inputs: Inputs, attrs: object = {}) =>
  tf.engine().runKernel<tf.Tensor>(COMBINE, inputs as tf.NamedTensorMap, { op, ...attrs });

const DROP = { outOfBounds: 'drop' };
const data = tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]);
/** One is out of bounds. */
const indices = tf.tensor2d([2, 0, 2, 9], [4, 1], 'int32');
const ints = data.toInt();

/** By the error: inputs and attributes that do not fit. */
const WRONG = rowsOf<[inputs: Inputs, attrs?: object]>()`
  over has shape [3, 2], expected [4, 2] or [4] or []: ${[{ over: tf.ones([3, 2]) }]}
  weights has shape [1], expected [4, 2] or [4] or []: ${[{ weights: tf.ones([1]) }]}
  sourceLike has shape [4], expected [3, 2] or [3] or []:
    ${[{ sourceLike: tf.ones([4]), targetLike: tf.ones([4]) }]}
  targetLike has shape [3], expected [4, 2]:
    ${[{ sourceLike: tf.ones([3]), targetLike: tf.ones([3]) }]}
  targetLike is missing, expected a tensor: ${[{ sourceLike: tf.ones([3]) }]}
  sourceLike is missing, expected a tensor: ${[{ targetLike: tf.ones([4]) }]}
  targetLike has dtype float32, expected 'int32':
    ${[{ sourceLike: tf.ones([3], 'int32'), targetLike: tf.ones([4]) }]}
  sourceLike has dtype bool, expected 'float32' or 'int32':
    ${[{ sourceLike: tf.ones([3], 'bool'), targetLike: tf.ones([4], 'bool') }]}
  over has dtype bool, expected 'float32' or 'int32': ${[{ over: tf.ones([4], 'bool') }]}
  over has dtype float32, expected 'int32': ${[{ data: ints, over: tf.ones([4]) }]}
  weights has dtype int32, expected 'float32': ${[{ weights: tf.ones([4], 'int32') }]}
  from has dtype int32, expected 'float32': ${[{ from: tf.ones([4], 'int32') }]}
  from has shape [3], expected [4, 2] or [4] or []: ${[{ from: tf.ones([3]) }]}
  map is 1, expected 'exp', 'log' or 'sqrt': ${[{}, { map: 1 }]}
  data has dtype int32, expected 'float32': ${[{ data: ints, weights: tf.ones([4]) }]}
  data has dtype bool, expected 'float32' or 'int32':
    ${[{ data: data.toBool(), over: tf.ones([4]) }]}
  data has dtype string, expected 'float32' or 'int32':
    ${[{ data: tf.fill([3, 2], 'a', 'string') }, { constant: 1 }]}
  constant is '1', expected a number: ${[{}, { constant: '1' }]}
  constant is 0.5, expected an integer in the range of int32: data has dtype int32:
    ${[{ data: ints }, { constant: 0.5 }]}
  indices has the value 9 at [3, 0]:
    ${[{ sourceLike: tf.ones([3]), targetLike: tf.ones([4]) }, { outOfBounds: 'error' }]}
`;

test.each(WRONG)('an error leaks nothing: %s', (message, [change, attrs = {}]) => {
  const inputs = { data, indices, ...change };
  const before = tf.memory();
  expect(() => run('GatherND', inputs, { ...DROP, ...attrs })).toThrow(message);
  const { numTensors, numDataBuffers } = tf.memory();
  expect(before).toMatchObject({ numTensors, numDataBuffers });
});

test.each([
  ['constant is NaN, expected an integer in the range of int32', ints, { constant: NaN }],
  ["data has dtype bool, expected 'float32' or 'int32'", data.toBool(), { constant: 1 }],
  ['updates is missing', data, {}],
])('a scatter of one number rejects: %s', (message, data, attrs) => {
  expect(() => run('ScatterND', { data, indices }, attrs)).toThrow(message);
});

test('an error frees the memory of the result and of what is compared', () => {
  const freed: number[][] = [];
  const output = (shape: number[]) => ({
    values: new Float32Array(tf.util.sizeFromShape(shape)),
    finish: () => {
      throw new Error('finished');
    },
    discard: () => freed.push(shape),
  });
  const memoryOf = (backend: AnyBackend) => ({
    read: (tensor: tf.TensorInfo) => backend.readSync(tensor.dataId),
    output,
    copyOf: ({ shape }: tf.TensorInfo) => output(shape),
    takeOver: ({ shape }: tf.TensorInfo) => output(shape),
  });
  const kernels = hostKernelsOver(hostOver(memoryOf, PLAIN_LOOPS), runProduct);
  const like = { sourceLike: data, targetLike: tf.ones([4, 2]) };
  const plan = planCall(OPS.GatherND, { data, indices, ...like });
  expect(() => kernels.run(plan, tf.backend())).toThrow(/has the value 9/);
  expect(freed).toEqual([[8], [4, 2]]);
});
