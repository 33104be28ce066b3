/**
 * A call of every public function that computes a tensor, at any sizes, for tests that loop over all of them. A
 * function that has no call here fails these tests.
 */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as indexing from 'tfjs-gather-scatter/indexing';
import * as segments from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';

/** The sizes of a call: rows of x, their length, sites or edges, and segments. */
export interface Sizes {
  rows: number;
  features: number;
  sites: number;
  segments: number;
}

interface AnyCall {
  run: (...inputs: tf.Tensor[]) => tf.Tensor;
  /** The shapes of its inputs that have gradients. Default: x, of [rows, features]. */
  inputs?: number[][];
  /** Set if the result has no gradient. */
  isConstant?: true;
}

/** What is exported beside these functions. */
const OTHERS = [
  'OUT_OF_BOUNDS',
  'REDUCTIONS',
  'accelerateBuiltins',
  'registerKernels',
  'checkIndices',
  // Computes bins by ops of tfjs.
  'histogramFixedWidth',
];

const HEADS = 2;

/** Returns the calls by name, with `features` that HEADS divide. */
function allCalls({ rows, features, sites, segments: count }: Sizes): Record<string, AnyCall> {
  const ids = (below: number, step: number, length = sites) =>
    tf.tensor1d(
      Int32Array.from({ length }, (_, i) => (i * step) % below),
      'int32',
    );
  const ofRows = () => ids(rows, 7);
  const pairsOf = (rows: number, columns: number) =>
    tf.tensor2d(
      Int32Array.from({ length: 2 * sites }, (_, i) => (i * 5) % (i % 2 ? columns : rows)),
      [sites, 2],
      'int32',
    );
  const tuples = () => tf.reshape(ofRows(), [sites, 1]);
  const places = () => tf.reshape(ids(rows, 7, sites * features), [sites, features]);
  const x = [rows, features];
  const both = [x, [sites, features]];
  const calls: Record<string, AnyCall> = {};
  for (const name of Object.keys(segments) as (keyof typeof segments)[]) {
    if (name === 'bincount' || name === 'histogramFixedWidth') continue;
    const run = (x: tf.Tensor) => segments[name](x, ids(count, 3, rows), count);
    calls[name] = { run, ...(name.includes('Arg') && { isConstant: true }) };
  }
  calls.bincount = {
    run: () => segments.bincount(ids(count, 3), { size: count }),
    isConstant: true,
  };
  calls['bincount with weights'] = {
    run: (weights) => segments.bincount(ids(count, 3), { size: count, weights }),
    inputs: [[sites]],
  };
  const edges = () => [ofRows(), ids(count, 3)] as const;
  for (const name of ['gatherSegmentSum', 'gatherSegmentMean', 'gatherSegmentSqrtN'] as const) {
    calls[name] = { run: (x) => sparse[name](x, ...edges(), count) };
    for (const heads of [[], [HEADS]]) {
      calls[`${name}, ${heads.length > 0 ? 'heads' : 'weights'}`] = {
        run(x, weights) {
          const inHeads = tf.reshape(x, [rows, HEADS, features / HEADS]);
          return sparse[name](inHeads, ...edges(), count, { weights });
        },
        inputs: [x, [sites, ...heads]],
      };
    }
  }
  for (const name of ['gatherSegmentMax', 'gatherSegmentMin'] as const) {
    calls[name] = { run: (x) => sparse[name](x, ...edges(), count) };
  }
  calls.sparseDenseMatMul = {
    run(b, values) {
      const a = { indices: pairsOf(count, rows), values, denseShape: [count, rows] };
      return sparse.sparseDenseMatMul(a, b as tf.Tensor2D);
    },
    inputs: [x, [sites]],
  };
  calls.sampledDenseMatMul = {
    run: (a, b) => sparse.sampledDenseMatMul(pairsOf(rows, rows), a, b),
    inputs: [x, x],
  };
  for (const reduction of [...ops.REDUCTIONS]) {
    for (const includeSelf of [true, false]) {
      const title = `${reduction}${includeSelf ? '' : ', without data'}`;
      calls[`scatterND ${title}`] = {
        run: (x, updates) => ops.scatterND(x, tuples(), updates, { reduction, includeSelf }),
        inputs: both,
      };
      calls[`scatterElements ${title}`] = {
        run: (x, updates) => ops.scatterElements(x, places(), updates, { reduction, includeSelf }),
        inputs: both,
      };
    }
  }
  for (const name of [
    'scatterNDUpdate',
    'tensorScatterAdd',
    'tensorScatterSub',
    'tensorScatterMax',
    'tensorScatterMin',
  ] as const) {
    calls[name] = { run: (x, updates) => ops[name](x, tuples(), updates), inputs: both };
  }
  calls.gatherND = { run: (x) => ops.gatherND(x, tuples()) };
  calls.gatherElements = { run: (x) => ops.gatherElements(x, places()) };
  const { at, indexAdd, indexCopy, indexFill, indexSelect, putAlongAxis, take, takeAlongAxis } =
    indexing;
  Object.assign(calls, {
    take: { run: (x) => take(x, ofRows(), { axis: 0 }) },
    indexSelect: { run: (x) => indexSelect(x, ofRows(), { axis: 0 }) },
    takeAlongAxis: { run: (x) => takeAlongAxis(x, places(), { axis: 0 }) },
    indexAdd: { run: (x, updates) => indexAdd(x, ofRows(), updates, { axis: 0 }), inputs: both },
    indexCopy: { run: (x, updates) => indexCopy(x, ofRows(), updates, { axis: 0 }), inputs: both },
    putAlongAxis: {
      run: (x, updates) => putAlongAxis(x, places(), updates, { axis: 0 }),
      inputs: both,
    },
    indexFill: { run: (x) => indexFill(x, ofRows(), 3, { axis: 0 }) },
    at: { run: (x) => at(x, ofRows()).get() },
    'at.set': { run: (x, updates) => at(x, ofRows()).set(updates), inputs: both },
    'at.mul': { run: (x, updates) => at(x, ofRows()).mul(updates), inputs: both },
  } satisfies Record<string, AnyCall>);
  return calls;
}

/** The names of the functions that have no call. */
export function missingCalls(): string[] {
  const called = Object.keys(allCalls({ rows: 2, features: HEADS, sites: 2, segments: 2 }));
  return Object.keys({ ...ops, ...indexing, ...segments, ...sparse }).filter(
    (name) => !OTHERS.includes(name) && !called.some((call) => call.split(/\W/)[0] === name),
  );
}

/** Returns functions that compute a call and its gradients, by the name of the call. */
export function gradientsOfAll(sizes: Sizes): Record<string, () => tf.Tensor[]> {
  const x = [sizes.rows, sizes.features];
  const compute = ({ run, inputs = [x], isConstant }: AnyCall) => {
    const tensors = inputs.map((shape) => tf.randomUniform(shape, 0.5, 1, 'float32', 1));
    if (isConstant) return [run(...tensors)];
    const { value, grads } = tf.valueAndGrads(run)(tensors);
    return [value, ...grads];
  };
  const all = Object.entries(allCalls(sizes));
  return Object.fromEntries(all.map(([name, call]) => [name, () => compute(call)]));
}
