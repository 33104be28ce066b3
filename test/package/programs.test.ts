/** Gradients of long programs: the work of a step does not depend on the number of steps before it. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { take } from 'tfjs-gather-scatter/indexing';

import { program, STEPS } from '../support/programs.js';

beforeAll(() => tf.setBackend('cpu'));

type Unary = (x: tf.Tensor) => tf.Tensor;

/** Ids count the tensors that were made. */
const countTensors = () => tf.tidy(() => tf.scalar(0).id);

/** Counts the nodes that a function puts on the tape, how often one is read meanwhile, and all tensors made. */
function workOf(f: Unary) {
  const work = { nodes: 0, reads: 0, tensors: -countTensors() };
  const counted: Unary = (x) => {
    const { state } = tf.engine();
    const { activeTape } = state;
    state.activeTape = new Proxy(activeTape, {
      get(tape, key) {
        if (/^\d+$/.test(String(key))) work.reads++;
        return Reflect.get(tape, key) as unknown;
      },
    });
    const y = f(x);
    work.nodes = activeTape.length;
    state.activeTape = activeTape;
    return y;
  };
  tf.tidy(() => tf.grad(counted)(tf.randomUniform([4, 4], -1, 1, 'float32', 1)));
  work.tensors += countTensors();
  return work;
}

describe.each([
  ['constant', false],
  ['computed', true],
])('%s rows', (_, computesRows) => {
  test.each(Object.entries(STEPS))('%s', (_, step) => {
    const [few, some, many] = [8, 16, 32].map((n) => workOf(program(step, n, computesRows)));
    expect(some.nodes).toBeGreaterThan(few.nodes);
    expect(many.reads).toBeLessThanOrEqual(many.nodes);
    for (const key of ['nodes', 'reads', 'tensors'] as const) {
      expect([key, many[key] - some[key]]).toEqual([key, 2 * (some[key] - few[key])]);
    }
  });
});

/** Takes rows of a table. */
const taken = (rows: tf.Tensor) =>
  take([[1], [2], [4]], rows)
    .toFloat()
    .sum();

describe('sources', () => {
  const x = tf.tensor1d([3, 1, 2]);

  test.each([
    ['before', true],
    ['only then', false],
  ])('a function with a gradient of its own may return an older tensor, used %s', (_, isUsed) => {
    const older = tf.tensor1d([2, 0, 1], 'int32');
    const gradFunc = jest.fn((dy: tf.Tensor) => dy);
    const f = tf.customGrad(() => ({ value: older, gradFunc }));
    const loss = (x: tf.Tensor) => {
      const first = isUsed ? taken(older.mul(tf.scalar(1, 'int32'))) : tf.scalar(0);
      return taken(f(x)).add(first);
    };
    expect(tf.grad(loss)(x).arraySync()).toEqual([0, 0, 0]);
    expect(gradFunc).not.toHaveBeenCalled();
  });

  test('all variables that lead there get zeros, and no others', () => {
    const [a, b, c] = [x, x, x].map((values) => tf.variable(values));
    const { grads } = tf.variableGrads(() => {
      taken(tf.topk(a.add(c), 3).indices);
      const rows = tf.topk(a.mul(b), 3).indices;
      return taken(rows) as tf.Scalar;
    }, [a, b, c]);
    const found = Object.entries(grads).map(([name, grad]) => [name, grad.arraySync()]);
    expect(found).toEqual([a, b].map(({ name }) => [name, [0, 0, 0]]));
    tf.dispose([a, b, c]);
  });
});

test('a program may have more steps than the stack has room for', () => {
  const [x, one] = [tf.scalar(1), tf.scalar(1)];
  const loss = (x: tf.Tensor) => {
    let y = x;
    for (let i = 0; i < 12_000; i++) y = tf.mul(y, one);
    return taken(tf.cast(y, 'int32').as1D());
  };
  expect(tf.grad(loss)(x).arraySync()).toBe(0);
});
