/**
 * Times gradients along a number of edges never seen, relative to a known number, and means relative to a sum and
 * `bincount`. Runs in Node and in pages.
 */
import { timeInTurn } from './in_turn.mjs';

const OPS = ['Max', 'LogSumExp', 'Std', 'Softmax'];
const FACTORS = [7919, 104_729];

const spread = (length, nodes, factor) =>
  Int32Array.from({ length }, (_, i) => (i * factor) % nodes);

/** Returns steps by name. Each makes its inputs, because they are new in each step of a training. */
function stepsOf(tf, { functions, segments, sparse }, x) {
  const [nodes] = x.shape;
  const idsOf = (edges) => FACTORS.map((factor) => tf.tensor1d(spread(edges, nodes, factor)));
  const rowsOf = (edges) =>
    tf.tensor(Float32Array.from({ length: 4 * edges }, Math.random), [edges, 4]);
  const scatter = (reduction) => (edges) => {
    const indices = idsOf(edges)[0].reshape([edges, 1]);
    const call = (x, updates) => functions.scatterND(x, indices, updates, { reduction });
    return tf.grads(call)([x, rowsOf(edges)], x);
  };
  const segment = (name) => (edges) => {
    const [ids] = idsOf(edges);
    const rows = rowsOf(edges);
    const call = (rows) => segments[`unsortedSegment${name}`](rows, ids, nodes);
    return tf.grad(call)(rows, name === 'Softmax' ? rows : x);
  };
  const attention = (edges) => {
    const [targets, sources] = idsOf(edges);
    const pairs = Int32Array.from(
      { length: 2 * edges },
      (_, i) => ((i >> 1) * FACTORS[i & 1]) % nodes,
    );
    const sites = tf.tensor2d(pairs, [edges, 2]);
    return tf.grad((x) => {
      const scores = sparse.sampledDenseMatMul(sites, x, x);
      const weights = segments.unsortedSegmentSoftmax(scores, targets, nodes);
      return sparse.gatherSegmentSum(x, sources, targets, nodes, { weights });
    })(x, x);
  };
  return [
    ...['max', 'mul'].map((reduction) => [`scatterND ${reduction}`, scatter(reduction)]),
    ...OPS.map((name) => [`unsortedSegment${name}`, segment(name)]),
    ['attention', attention],
  ];
}

/** Times each step at a known number of edges and, in turn, at ever new numbers. */
export async function timeNewSizes(tf, parts, isSmall, log) {
  const [known, rounds] = isSmall ? [100, 1] : [4000, 15];
  const x = tf.randomNormal([known / 10, 4]);
  const rows = [];
  let edges = known;
  for (const [name, step] of stepsOf(tf, parts, x)) {
    log(`${name}, new sizes`);
    // The first result is read. On a GPU, it is computed last, and tfjs knows its shape.
    const read = (results) => [tf.add(x, 1), results].flat();
    const calls = [() => read(step(known)), () => read(step((edges += 7)))];
    const [atKnown, atNew] = await timeInTurn(tf, calls, rounds);
    rows.push({ name, known: atKnown, fresh: atNew });
  }
  x.dispose();
  return rows;
}

/** Times means and, in turn, sums that are divided by counts. */
export async function timeMeans(tf, { segments, sparse }, isSmall, log) {
  const [edges, nodes, rounds] = isSmall ? [200, 20, 1] : [100_000, 10_000, 15];
  const [targets, sources] = FACTORS.map((factor) => tf.tensor1d(spread(edges, nodes, factor)));
  const rows = tf.randomNormal([edges, 32]);
  const x = tf.randomNormal([nodes, 32]);
  const counts = () => segments.bincount(targets, { size: nodes }).cast('float32').maximum(1);
  const by = (op) => (terms) => op.div(terms.reshape([nodes, 1]));
  const root = (op) => (terms) => by(op)(tf.sqrt(terms));
  const sum = () => segments.unsortedSegmentSum(rows, targets, nodes);
  const along = (name, x) => sparse[`gatherSegment${name}`](x, sources, targets, nodes);
  const cases = [
    [
      'unsortedSegmentMean',
      () => segments.unsortedSegmentMean(rows, targets, nodes),
      () => by(sum())(counts()),
    ],
    ['gatherSegmentMean', () => along('Mean', x), () => by(along('Sum', x))(counts())],
    ['gatherSegmentSqrtN', () => along('SqrtN', x), () => root(along('Sum', x))(counts())],
    [
      'gatherSegmentMean, gradient',
      () => tf.grad((x) => along('Mean', x))(x, x),
      () => {
        const terms = counts();
        return tf.grad((x) => by(along('Sum', x))(terms))(x, x);
      },
    ],
  ];
  const times = [];
  for (const [name, mean, composed] of cases) {
    log(name);
    const [fused, other] = await timeInTurn(tf, [mean, composed], rounds);
    times.push({ name, mean: fused, composed: other });
  }
  tf.dispose([targets, sources, rows, x]);
  return times;
}
