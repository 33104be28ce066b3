/**
 * The one catalogue of public functions: a call of each that computes a tensor, at any sizes, for tests and
 * benchmarks that loop over all of them. It imports only types, so that its user chooses which functions run.
 */
import type * as tfjs from '@tensorflow/tfjs';
import type * as ops from 'tfjs-gather-scatter';

type Tf = typeof tfjs;
type Tensor = tfjs.Tensor;

/** The functions: as exported, as members of tf, or as methods. */
export type Functions = typeof ops;

/** The sizes of a call: rows of x, their length, sites or edges, and segments. */
export interface Sizes {
  rows: number;
  features: number;
  sites: number;
  segments: number;
}

export interface AnyCall {
  run: (...inputs: Tensor[]) => Tensor;
  /** The shapes of its inputs that have gradients. Default: x, of [rows, features]. */
  inputs?: number[][];
  /** Set if the result has no gradient. */
  isConstant?: true;
}

/** Makes indices below a size, all apart if there are few; pairs are below two sizes. */
export interface Indices {
  vector: (below: number, step: number, length: number) => tfjs.Tensor1D;
  pairs: (rows: number, columns: number, length: number) => tfjs.Tensor2D;
}

/** What is exported beside the functions that compute a tensor. */
const OTHERS = [
  'OUT_OF_BOUNDS',
  'REDUCTIONS',
  'accelerateBuiltins',
  'registerKernels',
  'repairGradients',
  'checkIndices',
  'sparseAdam',
];

const HEADS = 2;

/** A write into a cache of rank 2, from any position. */
const CIRCULAR = { axis: 1, mode: 'circular' } as const;

/** Indices that the host knows. */
const constantIndices = (tf: Tf): Indices => ({
  vector: (below, step, length) =>
    tf.tensor1d(
      Int32Array.from({ length }, (_, i) => (i * step) % below),
      'int32',
    ),
  pairs: (rows, columns, length) =>
    tf.tensor2d(
      Int32Array.from({ length: 2 * length }, (_, i) => (i * 5) % (i % 2 ? columns : rows)),
      [length, 2],
      'int32',
    ),
});

/** Returns the calls by name, with an even number of features. A name begins with that of the function. */
export function allCalls(
  tf: Tf,
  functions: Functions,
  { rows, features, sites, segments: count }: Sizes,
  { vector, pairs }: Indices = constantIndices(tf),
): Record<string, AnyCall> {
  const ofRows = () => vector(rows, 7, sites);
  const tuples = () => tf.reshape(ofRows(), [sites, 1]);
  const places = () => tf.reshape(vector(rows, 7, sites * features), [sites, features]);
  const x = [rows, features];
  const both = [x, [sites, features]];
  const starts = () => vector(features, 1, rows);
  const column = [rows, 1];
  const along = { axis: 0 } as const;
  const calls: Record<string, AnyCall> = {
    bincount: {
      run: () => functions.bincount(vector(count, 3, sites), { size: count }),
      isConstant: true,
    },
    'bincount with weights': {
      run: (weights) => functions.bincount(vector(count, 3, sites), { size: count, weights }),
      inputs: [[sites]],
    },
    histogramFixedWidth: {
      run: (x) => functions.histogramFixedWidth(x, [0.5, 1], count),
      isConstant: true,
    },
    sparseDenseMatMul: {
      run(b, values) {
        const a = { indices: pairs(count, rows, sites), values, denseShape: [count, rows] };
        return functions.sparseDenseMatMul(a, b as tfjs.Tensor2D);
      },
      inputs: [x, [sites]],
    },
    sampledDenseMatMul: {
      run: (a, b) => functions.sampledDenseMatMul(pairs(rows, rows, sites), a, b),
      inputs: [x, x],
    },
    sparseSoftmaxCrossEntropy: {
      run(x) {
        const labels = vector(features, 3, rows);
        return functions.sparseSoftmaxCrossEntropy(x, labels, { reduction: 'none' });
      },
    },
    stopGradient: { run: (x) => functions.stopGradient(x) },
    gatherND: { run: (x) => functions.gatherND(x, tuples()) },
    gatherElements: { run: (x) => functions.gatherElements(x, places()) },
    take: { run: (x) => functions.take(x, ofRows(), along) },
    'take, of axis 1': {
      run: (x) => functions.take(x, vector(features, 1, sites), { axis: 1 }),
    },
    indexSelect: { run: (x) => functions.indexSelect(x, ofRows(), along) },
    takeAlongAxis: { run: (x) => functions.takeAlongAxis(x, places(), along) },
    putAlongAxis: {
      run: (x, updates) => functions.putAlongAxis(x, places(), updates, along),
      inputs: both,
    },
    tensorScatter: {
      run: (x, update) => functions.tensorScatter(x, update, starts(), CIRCULAR),
      inputs: [x, column],
    },
    indexFill: { run: (x) => functions.indexFill(x, ofRows(), 3, along) },
    'at.get': { run: (x) => functions.at(x, ofRows()).get() },
    'at.get, of two axes': {
      run: (x) => functions.at(x, ofRows(), vector(features, 1, sites)).get(),
    },
  };
  for (const name of ['indexAdd', 'indexCopy'] as const) {
    calls[name] = {
      run: (x, updates) => functions[name](x, ofRows(), updates, along),
      inputs: both,
    };
  }
  for (const method of ['set', 'add', 'sub', 'mul', 'max', 'min'] as const) {
    calls[`at.${method}`] = {
      run: (x, updates) => functions.at(x, ofRows())[method](updates),
      inputs: both,
    };
  }
  for (const name of [
    'scatterNDUpdate',
    'tensorScatterAdd',
    'tensorScatterSub',
    'tensorScatterMax',
    'tensorScatterMin',
  ] as const) {
    calls[name] = { run: (x, updates) => functions[name](x, tuples(), updates), inputs: both };
  }
  return {
    ...calls,
    ...callsIntoVariables(tf, functions, ofRows, places, starts, both),
    ...callsOfSegments(functions, (length) => vector(count, 3, length), x, count),
    ...callsAlongEdges(tf, functions, () => [ofRows(), vector(count, 3, sites)], x, sites, count),
    ...callsOfScatters(functions, tuples, places, both),
  };
}

/** Calls that change a variable with the values of x. */
function callsIntoVariables(
  tf: Tf,
  functions: Functions,
  rows: () => tfjs.Tensor1D,
  places: () => Tensor,
  starts: () => Tensor,
  inputs: number[][],
): Record<string, AnyCall> {
  const assign = (change: (variable: tfjs.Variable, updates: Tensor) => void): AnyCall => ({
    run(x, updates) {
      const variable = tf.variable(x);
      change(variable, updates);
      const result = tf.clone(variable);
      variable.dispose();
      return result;
    },
    inputs,
    isConstant: true,
  });
  const calls: Record<string, AnyCall> = {
    assignScatterND: assign((variable, updates) => {
      functions.assignScatterND(variable, tf.expandDims(rows(), 1), updates);
    }),
    assignScatterElements: assign((variable, updates) => {
      functions.assignScatterElements(variable, places(), updates);
    }),
    assignTensorScatter: {
      ...assign((variable, update) => {
        functions.assignTensorScatter(variable, update, starts(), CIRCULAR);
      }),
      inputs: [inputs[0], [inputs[0][0], 1]],
    },
  };
  for (const method of ['', 'Add', 'Sub', 'Mul', 'Max', 'Min'] as const) {
    calls[`at.assign${method}`] = assign((variable, updates) => {
      functions.at(variable, rows())[`assign${method}`](updates);
    });
  }
  return calls;
}

function callsOfSegments(
  functions: Functions,
  ids: (length: number) => Tensor,
  [rows]: number[],
  count: number,
): Record<string, AnyCall> {
  const names = Object.keys(functions).filter(
    (name): name is Extract<keyof Functions, `unsortedSegment${string}`> =>
      name.startsWith('unsortedSegment'),
  );
  return Object.fromEntries(
    names.map((name): [string, AnyCall] => [
      name,
      {
        run: (x) => functions[name](x, ids(rows), count),
        ...(name.includes('Arg') && { isConstant: true }),
      },
    ]),
  );
}

function callsAlongEdges(
  tf: Tf,
  functions: Functions,
  edges: () => [sources: Tensor, targets: Tensor],
  x: number[],
  sites: number,
  count: number,
): Record<string, AnyCall> {
  const [rows, features] = x;
  const calls: Record<string, AnyCall> = {};
  for (const name of ['gatherSegmentSum', 'gatherSegmentMean', 'gatherSegmentSqrtN'] as const) {
    calls[name] = { run: (x) => functions[name](x, ...edges(), count) };
    for (const heads of [[], [HEADS]]) {
      calls[`${name}, ${heads.length > 0 ? 'heads' : 'weights'}`] = {
        run(x, weights) {
          const inHeads = tf.reshape(x, [rows, HEADS, features / HEADS]);
          return functions[name](inHeads, ...edges(), count, { weights });
        },
        inputs: [x, [sites, ...heads]],
      };
    }
  }
  for (const name of ['gatherSegmentMax', 'gatherSegmentMin'] as const) {
    calls[name] = { run: (x) => functions[name](x, ...edges(), count) };
  }
  return calls;
}

function callsOfScatters(
  functions: Functions,
  tuples: () => Tensor,
  places: () => Tensor,
  both: number[][],
): Record<string, AnyCall> {
  const calls: Record<string, AnyCall> = {};
  for (const reduction of functions.REDUCTIONS) {
    for (const includeSelf of [true, false]) {
      const title = `${reduction}${includeSelf ? '' : ', without data'}`;
      const options = { reduction, includeSelf };
      calls[`scatterND ${title}`] = {
        run: (x, updates) => functions.scatterND(x, tuples(), updates, options),
        inputs: both,
      };
      calls[`scatterElements ${title}`] = {
        run: (x, updates) => functions.scatterElements(x, places(), updates, options),
        inputs: both,
      };
    }
  }
  return calls;
}

/** The name of the function that a call runs. */
export const functionOf = (name: string): string => name.split(/[ ,]/)[0];

/** Returns the names of functions that compute a tensor and have no call. */
export function missingCalls(tf: Tf, functions: Functions): string[] {
  const sizes = { rows: 2, features: HEADS, sites: 2, segments: 2 };
  const called = Object.keys(allCalls(tf, functions, sizes)).map(functionOf);
  return Object.keys(functions).filter(
    (name) => !OTHERS.includes(name) && !called.some((call) => call.split('.')[0] === name),
  );
}

/** Returns functions that compute a call and its gradients, by the name of the call. */
export function gradientsOfAll(
  tf: Tf,
  functions: Functions,
  sizes: Sizes,
): Record<string, () => Tensor[]> {
  const x = [sizes.rows, sizes.features];
  const compute = ({ run, inputs = [x], isConstant }: AnyCall) => {
    const tensors = inputs.map((shape) => tf.randomUniform(shape, 0.5, 1, 'float32', 1));
    if (isConstant) return [run(...tensors)];
    const { value, grads } = tf.valueAndGrads(run)(tensors);
    return [value, ...grads];
  };
  const all = Object.entries(allCalls(tf, functions, sizes));
  return Object.fromEntries(all.map(([name, call]) => [name, () => compute(call)]));
}
