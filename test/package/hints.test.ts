/** What errors say to arguments that other libraries would take, and what they keep of other errors. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import { gatherElements, gatherND, scatterND } from 'tfjs-gather-scatter';
import * as indexing from 'tfjs-gather-scatter/indexing';
import { at, indexSelect, putAlongAxis, take, takeAlongAxis } from 'tfjs-gather-scatter/indexing';
import { sparseSoftmaxCrossEntropy } from 'tfjs-gather-scatter/losses';
import * as segment from 'tfjs-gather-scatter/segment';
import {
  bincount,
  unsortedSegmentMax,
  unsortedSegmentSoftmax,
  unsortedSegmentSum,
} from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';
import { gatherSegmentMax, gatherSegmentSum, sampledDenseMatMul } from 'tfjs-gather-scatter/sparse';
import { read } from '../support/documents.js';
import { titled } from '../support/rows.js';

beforeAll(() => tf.setBackend('cpu'));

/** As JavaScript callers can write it. */
const apply = (op: unknown, ...args: unknown[]): unknown =>
  Reflect.apply(op as () => unknown, null, args);

const x = () => tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]);
const edgeIndex = [
  [0, 1, 2],
  [1, 2, 0],
];
const edgeTensor = () => tf.tensor2d(edgeIndex, [2, 3], 'int32');
const loss = (...args: unknown[]) => apply(sparseSoftmaxCrossEntropy, ...args);
const labels = [0, 1, 0];

type Rows = Record<string, [wrong: () => unknown, expected: string]>;

const OPTIONS: Rows = {
  'an axis': [() => loss(x(), labels, -1), 'a plain object such as {axis: -1}.'],
  'a reduction of a loss': [() => loss(x(), labels, 'sum'), "{reduction: 'sum'}."],
  'a policy that a loss lacks': [() => loss(x(), labels, 'drop'), 'such as {axis: 1}.'],
  'weights of classes': [() => loss(x(), labels, tf.ones([2])), 'such as {classWeights}.'],
  'null for a loss': [() => loss(x(), labels, null), 'such as {axis: 1}.'],
  'weights of edges': [
    () => apply(gatherSegmentSum, x(), [0], [0], 1, [0.5]),
    'such as {weights: [0.5]}.',
  ],
  'a tensor of weights': [
    () => apply(gatherSegmentSum, x(), [0], [0], 1, tf.ones([1])),
    'such as {weights}.',
  ],
  'a number where weights come first': [
    () => apply(gatherSegmentSum, x(), [0], [0], 1, 1),
    'such as {batchDims: 1}.',
  ],
  'what empty segments get': [
    () => apply(gatherSegmentMax, x(), [0], [0], 1, -1),
    'such as {empty: -1}.',
  ],
  'whether a is transposed': [
    () => apply(sparse.sparseDenseMatMul, {}, x(), true),
    'such as {adjointA: true}.',
  ],
  'a word that no option takes': [
    () => apply(sparse.sparseDenseMatMul, {}, x(), 'transpose'),
    'such as {adjointA: true}.',
  ],
  'a number that no option takes': [
    () => apply(sparse.sparseDenseMatMul, {}, x(), 1),
    'such as {adjointA: true}.',
  ],
  'a size': [() => apply(bincount, [0], 5), 'such as {size: 5}.'],
  'an axis along which to take': [() => apply(takeAlongAxis, x(), [[0]], 1), 'such as {axis: 1}.'],
  'an axis of logits': [
    () => loss(x(), labels, { axis: 5 }),
    'axis is 5, expected an integer in [-2, 1] because logits has rank 2.',
  ],
};

/** How edges are made of an edge_index, as an array and as a tensor. */
const SPLIT = "const [sources, targets] = edgeIndex.map((ids) => tf.tensor1d(ids, 'int32'))";
const SPLIT_TENSOR = SPLIT.replace('edgeIndex', '(await edgeIndex.array())');

const ORDERS: Rows = {
  'edges as in PyG': [() => apply(gatherSegmentSum, x(), edgeIndex, 3), `: ${SPLIT}.`],
  'edges and weights as in PyG': [
    () => apply(gatherSegmentSum, x(), edgeTensor(), tf.ones([3]), 3),
    `: ${SPLIT_TENSOR}.`,
  ],
  'edges and options': [
    () => apply(gatherSegmentSum, x(), edgeTensor(), 3, {}),
    `: ${SPLIT_TENSOR}.`,
  ],
  'a bag of embeddings': [
    () => apply(gatherSegmentSum, [0, 1], x(), [0], 1),
    'look like the (input, weight, offsets) of F.embedding_bag of PyTorch; gatherSegmentSum expects (x, sources,',
  ],
  'an embedding': [
    () => apply(take, [0, 1], x()),
    'look like the (input, weight) of F.embedding of PyTorch; take expects (data, indices).',
  ],
  'ids of int32': [() => apply(take, tf.tensor1d([0], 'int32'), x()), 'F.embedding'],
  'an axis of segments': [
    () => unsortedSegmentSum(x(), [0, 1, 0], -1),
    'look like the (src, index, dim) of pytorch_scatter; unsortedSegmentSum expects (x, ids, numSegments).',
  ],
  'axis 0 of segments': [() => unsortedSegmentSoftmax(x(), [0, 1, 0], 0), '(src, index, dim)'],
  'pairs as in PyTorch': [
    () => apply(sampledDenseMatMul, edgeIndex, x(), x()),
    'expected pairs: [nnz, 2]. tf.transpose makes pairs of a list of rows and one of columns.',
  ],
  'pairs of a batch as in PyTorch': [
    () => {
      const batch = tf.ones([2, 3, 2]);
      return sampledDenseMatMul([edgeIndex, edgeIndex], batch, batch, { batchDims: 1 });
    },
    '[nnz, 2]. tf.transpose makes pairs',
  ],
  'a matrix with pairs as in PyTorch': [
    () => {
      const a = { indices: edgeIndex, values: [1, 2, 3], denseShape: [3, 3] };
      return sparse.sparseDenseMatMul(a, x());
    },
    'indices of a has shape [2, 3], expected pairs: [nnz, 2]. tf.transpose makes pairs',
  ],
  ...Object.fromEntries(
    ['shape', 'size'].map((key): [string, Rows[string]] => [
      `a matrix with its ${key}, as in PyTorch`,
      [
        () =>
          apply(sparse.sparseDenseMatMul, { indices: [[0, 0]], values: [1], [key]: [1, 3] }, x()),
        `denseShape of a is undefined, expected two nonnegative integers: a has ${key}, which is called denseShape here.`,
      ],
    ]),
  ),
  'tuples as in PyG': [
    () => gatherND(tf.ones([3, 3]), edgeTensor()),
    'tf.transpose makes tuples of a list for each dimension.',
  ],
  'a dense adjacency of PyG': [
    () => scatterND(tf.zeros([3, 3]), edgeTensor(), 1),
    'tf.transpose makes tuples of a list for each dimension.',
  ],
};

test.each([...titled(OPTIONS), ...titled(ORDERS)])('%s', (_, wrong, expected) => {
  expect(wrong).toThrow(expected);
});

const names = (functions: object, start: string) =>
  Object.keys(functions).filter((name) => name.startsWith(start));

test.each(names(sparse, 'gatherSegment'))('%s knows the edges of PyG', (name) => {
  const call = () => apply(Reflect.get(sparse, name), x(), edgeTensor(), 3);
  expect(call).toThrow(`(x, edge_index) of PyG; ${name} expects`);
});

test.each([
  ['an array', SPLIT, () => edgeIndex],
  ['a tensor', SPLIT_TENSOR, edgeTensor],
])('edges of %s may be made as the error says', async (_, split, make) => {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- running the text is the purpose
  const run = new Function(
    'tf',
    'edgeIndex',
    `return (async () => { ${split}; return [sources, targets]; })();`,
  ) as (...scope: unknown[]) => Promise<tf.Tensor[]>;
  const [sources, targets] = await run(tf, make());
  expect([sources, targets].map(({ dtype }) => dtype)).toEqual(['int32', 'int32']);
  expect(gatherSegmentSum(x(), sources, targets, 3).arraySync()).toEqual([
    [5, 6],
    [1, 2],
    [3, 4],
  ]);
});

test('Find an op says how edges are made, too', () => {
  expect(read('docs/find_an_op.md')).toContain(`\`${SPLIT}\`; \`(await edgeIndex.array())\``);
});

test.each(names(segment, 'unsortedSegment'))('%s knows the axis of pytorch_scatter', (name) => {
  const call = () => apply(Reflect.get(segment, name), x(), [0, 1, 0], -1);
  expect(call).toThrow(`pytorch_scatter; ${name} expects`);
});

/** The functions in place of those of PyTorch that take an axis before the index. */
const AFTER_AN_AXIS = [
  ...read('docs/find_an_op.md').matchAll(
    /^\| `(?:\w+\(x, dim, index.*?\)|index_add`, `index_copy`, `index_fill)` +\| (.*)$/gm,
  ),
].flatMap(([, here]) => [...here.matchAll(/`(\w+)(?:\(|`)/g)].map(([, name]) => name));

test('the documents list functions that PyTorch gives an axis before the index', () => {
  expect(new Set(AFTER_AN_AXIS)).toEqual(
    new Set(
      'gatherElements scatterElements indexSelect indexAdd indexCopy indexFill scatterND'.split(
        ' ',
      ),
    ),
  );
});

test.each(AFTER_AN_AXIS)('%s knows the order of PyTorch', (name) => {
  const call = () => apply(Reflect.get({ ...ops, ...indexing }, name), x(), 1, [0], tf.ones([3]));
  expect(call).toThrow(`the (input, dim, index) of PyTorch, with dim 1; ${name} expects`);
});

const WITHOUT: Record<string, () => unknown> = {
  'logits that are null': () => loss(null, labels),
  'a number for logits': () => loss(1, labels),
  'two examples with edges': () =>
    gatherSegmentSum(tf.ones([2, 3, 2]), edgeIndex, [[9]], 3, { batchDims: 1 }),
  'a table, and ids of float32': () => take(x(), tf.tensor2d([[0.5]])),
  'segments that are too few': () => unsortedSegmentMax(x(), [0, 1, 2], 2),
  'tuples that are too long': () => gatherND(tf.ones([3, 3]), tf.zeros([4, 3], 'int32')),
};

test.each(Object.entries(WITHOUT))('%s get no hint', (_, wrong) => {
  expect(wrong).toThrow(/^(?!.*(look like|transpose))/);
});

test.each([
  ['array', 'get().array(…)'],
  ['dataSync', 'get().dataSync(…)'],
  ['print', 'get().print(…)'],
  ['sum', 'get().sum(…)'],
  ['multiply', 'mul(…)'],
  ['subtract', 'sub(…)'],
  ...['divide', 'power', 'apply'].map((name) => [name, 'set(…) of values computed from get()']),
])('places have no method %s', (name, expected) => {
  const places = at(x(), [0]);
  expect(() => apply(Reflect.get(places, name))).toThrow(
    `at: there is no method ${name}, expected ${expected}.`,
  );
});

test('places are otherwise as any object', async () => {
  const places = at(x(), [0]);
  const methods = ['get', 'set', 'add', 'sub', 'mul', 'max', 'min'];
  const assigning = ['assign', 'assignAdd', 'assignSub', 'assignMul', 'assignMax', 'assignMin'];
  expect(Object.keys(places)).toEqual([...methods, ...assigning]);
  expect(Reflect.get(places, 'shape')).toBeUndefined();
  expect(Reflect.get(places, 'rank')).toBeUndefined();
  expect(await Promise.resolve(places)).toBe(places);
});

test('an error has the one that was found as its cause', () => {
  const error = thrownBy(() => gatherElements(x(), [[7, 0]]));
  const cause = error.cause as Error;
  expect(error.message).toBe(`gatherElements: ${cause.message}`);
  expect(cause.stack).toContain('resolveIndex');
});

function thrownBy(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It threw nothing.');
}

test('an error leads on to tf.keep after a loss has freed what it computed', () => {
  const state = tf.variable(tf.zeros([3, 2]), false);
  const weight = tf.variable(tf.scalar(2));
  const step = (keep: (x: tf.Tensor) => tf.Tensor) => {
    let next: tf.Tensor = state;
    tf.tidy(() => {
      tf.variableGrads(() => {
        next = keep(weight.mul([1, 1]));
        return next.sum().asScalar();
      });
      at(state, 1).assign(next);
      next.dispose();
    });
  };
  expect(() => {
    step((x) => x);
  }).toThrow(
    'at.assign: updates is a disposed tensor, expected a live one. tf.tidy, tf.grad and tf.variableGrads free what they do ' +
      'not return; tf.keep(x) in them keeps x.',
  );
  step((x) => tf.keep(x));
  expect(Array.from(state.dataSync())).toEqual([0, 0, 2, 2, 0, 0]);
  tf.dispose([state, weight]);
});

test('an index out of bounds hides no other error', () => {
  const wrong = () => putAlongAxis(x(), [[9]], tf.tensor2d([[1]], undefined, 'int32'));
  expect(wrong).toThrow('putAlongAxis: updates has dtype int32');
  const failing = jest.spyOn(tf.engine(), 'runKernel').mockImplementation(() => {
    throw new Error('out of memory');
  });
  try {
    expect(() => indexSelect(x(), [9])).toThrow('out of memory');
  } finally {
    failing.mockRestore();
  }
  expect(() => indexSelect(x(), [9])).toThrow('indexSelect: indices has the value 9 at [0]');
});
