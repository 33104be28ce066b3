/** The ops as members of tf and as methods of tensors, which do not depend on the backend. */
import * as tfjs from '@tensorflow/tfjs';
import * as core from '@tensorflow/tfjs-core';
import * as ops from 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/chained';
import { registerConverterOps } from 'tfjs-gather-scatter/converter';
import * as segments from 'tfjs-gather-scatter/segment';
import * as tf from 'tfjs-gather-scatter/tf';
import { onnxGather } from '../conformance/cases/onnx.js';
import { gradientCases } from '../conformance/cases/own_gradients.js';
import { segmentCases } from '../conformance/cases/segments.js';
import { allCalls, type Functions, missingCalls } from '../support/all_calls.js';
import { CLOSE } from '../support/compare.js';
import { FUNCTIONS } from '../support/find_op.js';
import { inProcessDrivers } from '../support/in_process_driver.js';
import { named, testRows } from '../support/rows.js';
import { expectOutputs, testSegmentTable, testTable } from '../support/table.js';

/** Constants, a function about backends, and a name that tf keeps for its own function. */
const NOT_IN_TF = ['REDUCTIONS', 'OUT_OF_BOUNDS', 'registerKernels', 'scatterND'];

/** Functions that are not in /tf: tfjs has a bincount with other arguments. */
const COUNTING = ['bincount', 'histogramFixedWidth'];

/** Products whose first argument is not a tensor to call a method on. */
const PRODUCTS = ['sparseDenseMatMul', 'sampledDenseMatMul'] as const;

const [cpu] = inProcessDrivers;

beforeAll(() => cpu.start());

/** Ops that the namespace replaces with functions that take tfjs' arguments. */
const AS_TFJS = ['gatherND', 'unsortedSegmentSum'];

describe('as members of tf', () => {
  const inForm = <Use extends { op: string }>(uses: Use[]) =>
    uses.filter(({ op }) => AS_TFJS.includes(op)).map((use) => ({ ...use, form: 'tf' as const }));

  testTable(cpu, inForm(onnxGather), CLOSE);

  testSegmentTable(cpu, inForm(segmentCases));

  testRows('gradient: %s', named(inForm(gradientCases)), ({ dy, expected, ...use }) =>
    expectOutputs(cpu, { ...use, derivative: { kind: 'gradient', dy } }, expected),
  );
});

const SIZES = { rows: 5, features: 4, sites: 6, segments: 3 };

test('every public function has a call', () => {
  expect(missingCalls(tfjs, FUNCTIONS)).toEqual([]);
});

type AnyFunction = (...args: unknown[]) => unknown;

/** Counts the calls of methods, and runs the functions that are not methods of tensors. */
function asMethods(called: Set<string>): Functions {
  const methods = Object.entries(FUNCTIONS as object as Record<string, AnyFunction>).map(
    ([name, run]): [string, AnyFunction] => {
      const isMethod = name in core.Tensor.prototype && name !== 'unsortedSegmentSum';
      if (!isMethod) return [name, run];
      return [
        name,
        (x, ...others) => {
          called.add(name);
          return (x as Record<string, AnyFunction>)[name](...others);
        },
      ];
    },
  );
  return Object.fromEntries(methods) as object as Functions;
}

test('each method calls its function', () => {
  const called = new Set<string>();
  const methods = allCalls(tfjs, asMethods(called), SIZES);
  for (const [name, { run, inputs = [[5, 4]] }] of Object.entries(
    allCalls(tfjs, FUNCTIONS, SIZES),
  )) {
    const tensors = inputs.map((shape) => tfjs.randomUniform(shape, 0.5, 1, 'float32', 1));
    const [found, expected] = [methods[name].run(...tensors), run(...tensors)];
    expect([name, found.arraySync()]).toEqual([name, expected.arraySync()]);
  }
  const others = [...NOT_IN_TF, ...COUNTING, ...PRODUCTS, 'unsortedSegmentSum'];
  const rest = [
    'accelerateBuiltins',
    'checkIndices',
    'repairGradients',
    'sparseAdam',
    'sparseSoftmaxCrossEntropy',
  ];
  const expected = Object.keys(ops).filter((name) => ![...others, ...rest].includes(name));
  expect([...called].sort()).toEqual(expected.sort());
});

test("tf is tfjs with the package's names", () => {
  const apart = [...NOT_IN_TF, ...COUNTING];
  const own = Object.entries(ops).filter(([name]) => !apart.includes(name));
  // TypeScript's import adds a default to tfjs, as to any CommonJS module.
  const expected = {
    ...Object.fromEntries(Object.entries(tfjs).filter(([name]) => name !== 'default')),
    ...Object.fromEntries(own),
    registerConverterOps,
    default: tf.default,
  };
  expect(Object.keys(tf).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, value] of Object.entries(expected)) {
    if (AS_TFJS.includes(name)) continue;
    expect([name, Reflect.get(tf, name) === value]).toEqual([name, true]);
  }
  for (const name of AS_TFJS) {
    expect([name, Reflect.get(tf, name) === Reflect.get(tfjs, name)]).toEqual([name, false]);
  }
});

test('the default export has all names as well', () => {
  const { default: all, ...names } = tf;
  expect({ ...all }).toEqual(names);
});

test("tf.scatterND keeps tfjs' signature", () => {
  const y = tf.scatterND([[1], [3]], [5, 7], [4]);
  expect(y.arraySync()).toEqual([0, 5, 0, 7]);
});

test('what tfjs takes for no number is an error', () => {
  expect(() => Reflect.apply(tf.gatherND, tf, [[1, 2], [['a']]])).toThrow('expected integers');
});

test("tf.sparse is tfjs' own", () => {
  expect(tf.sparse).toBe(tfjs.sparse);
});

test("tf.unsortedSegmentSum with options is /segment's", () => {
  const sum = (...options: unknown[]) =>
    Reflect.apply(tf.unsortedSegmentSum, tf, [
      [[1, 2, 4]],
      [[1, 1, 9]],
      2,
      ...options,
    ]) as tfjs.Tensor;
  expect(sum().arraySync()).toEqual([0, 3]);
  expect(sum({ batchDims: 1, outOfBounds: 'drop' }).arraySync()).toEqual([[0, 3]]);
  expect(() => sum({ batchDims: 1 })).toThrow('segmentIds has the value 9 at [0, 2]');
  expect(() => sum(1)).toThrow('options is 1, expected a plain object such as {batchDims: 1}.');
});

/** An array of numbers and booleans, which tfjs accepts but its types do not. */
const mixed = (values: (number | boolean)[]) => values as number[];

const ROWS = [
  [1, 2],
  [4, 8],
];

type AsTfjs = Pick<typeof tfjs, 'gatherND' | 'unsortedSegmentSum'>;

/** Calls that tfjs accepts, but that the strict functions reject or compute differently. */
const LOOSE: [what: string, call: (from: AsTfjs) => tfjs.Tensor][] = [
  ['fractions of indices', (from) => from.gatherND(tfjs.tensor1d([1, 2, 3]), [[2.9], [0.5]])],
  ['booleans as indices', (from) => from.gatherND([1, 2, 3], [[true], [false]])],
  ['numbers and booleans as data', (from) => from.gatherND(mixed([5, true, 0.5]), [[1], [2]])],
  ['booleans and numbers as data', (from) => from.gatherND(mixed([true, 2, 0]), [[1], [2]])],
  ['strings', (from) => from.gatherND(['a', 'b'], [[1]])],
  ['a single tuple', (from) => from.gatherND(ROWS, [1])],
  ['ids beyond the segments', (from) => from.unsortedSegmentSum([1, 2, 4], [0, 2, 9], 2)],
  ['negative ids', (from) => from.unsortedSegmentSum([1, 2, 4], [0, -1, -9], 2)],
  ['fractions of ids', (from) => from.unsortedSegmentSum([1, 2, 4], [0.5, 1.9, -0.5], 2)],
  ['bool', (from) => from.unsortedSegmentSum(tfjs.tensor1d([true, true, false]), [0, 0, 1], 2)],
  ['a plain array of bools', (from) => from.unsortedSegmentSum([true, true], [0, 0], 1)],
  ['numbers and booleans', (from) => from.unsortedSegmentSum(mixed([2, true, 0.5]), [0, 0, 1], 2)],
  ['rows', (from) => from.unsortedSegmentSum(ROWS, tfjs.tensor1d([3, 1], 'int32'), 3)],
];

test.each(LOOSE)("%s: accepted like tfjs' own, with the same result", (_, call) => {
  const [found, expected] = [call(tf), call(tfjs)];
  expect(found.shape).toEqual(expected.shape);
  expect(found.arraySync()).toEqual(expected.arraySync());
});

test('a sum of bool is int32', () => {
  const sum = tf.unsortedSegmentSum(tf.tensor1d([true, true]), [0, 0], 1);
  expect([sum.dtype, sum.arraySync()]).toEqual(['int32', [2]]);
});

test("the namespace's functions keep their own options, errors and gradients", () => {
  expect(tf.gatherND([[1, 2]], [[[-1]]], { batchDims: 1 }).arraySync()).toEqual([[2]]);
  expect(() => tf.gatherND([1, 2], [[2]])).toThrow('gatherND: indices has the value 2 at [0, 0]');
  expect(() => tf.gatherND([1, 2], [[tf.scalar(1) as never]])).toThrow('gatherND: indices holds');
  expect(() => tf.unsortedSegmentSum([1, 2], [0], 1)).toThrow('segmentIds has shape [1]');
  const x = tf.tensor1d([1, 2, 3]);
  const square = (x: tfjs.Tensor) => tf.unsortedSegmentSum(x.square(), [0, 5, 0], 1);
  expect(tf.grad(square)(x).arraySync()).toEqual([2, 0, 6]);
});

test('the entries other than tf keep their errors', () => {
  expect(() => ops.gatherND([1, 2], [[0.5]])).toThrow('indices holds 0.5');
  expect(() => ops.gatherND(mixed([1, true]), [[0]])).toThrow('data holds true');
  expect(() => segments.unsortedSegmentSum([1, 2], [0, 2], 2)).toThrow(
    'segmentIds has the value 2',
  );
});

test('variables have the methods as well', () => {
  const x = tfjs.variable(tfjs.tensor1d([1, 2, 3]));
  expect(x.gatherND([[2], [0]]).arraySync()).toEqual([3, 1]);
  x.dispose();
});

test('the methods are not enumerable', () => {
  const names: string[] = [];
  for (const name in tfjs.tensor1d([1])) names.push(name);
  expect(names).not.toContain('gatherND');
});

test('no method that a tensor has is replaced', () => {
  const { prototype } = core.Tensor;
  Reflect.deleteProperty(prototype, 'gatherElements');
  const gatherND = () => 'another';
  Object.defineProperty(prototype, 'gatherND', { configurable: true, value: gatherND });
  jest.isolateModules(() => {
    jest.doMock('@tensorflow/tfjs-core', () => core);
    jest.requireActual('tfjs-gather-scatter/chained');
  });
  expect(Reflect.get(prototype, 'gatherND')).toBe(gatherND);
  expect(prototype).toHaveProperty('gatherElements');
});

test.each([...COUNTING, ...PRODUCTS])('%s is not a method of tensors', (name) => {
  expect(name in core.Tensor.prototype).toBe(false);
});

test("unsortedSegmentSum stays tfjs' method", () => {
  const drops = tfjs.tensor1d([1, 2]).unsortedSegmentSum([0, 3], 2);
  expect(drops.arraySync()).toEqual([1, 0]);
});
