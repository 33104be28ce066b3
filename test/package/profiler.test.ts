/**
 * Errors in tfjs' profiler, which runs kernels in debug mode and in `tf.profile`. On cpu and wasm
 * it swallows what a kernel throws, so each error must be thrown before the kernel runs.
 */
import * as tf from '@tensorflow/tfjs';
import { gatherElements, gatherND, scatterElements } from 'tfjs-gather-scatter';
import { unsortedSegmentSum } from 'tfjs-gather-scatter/segment';

const x = () => tf.tensor1d([1, 2, 3]);

/** A call for each kind of error, and part of its message. */
const MISTAKES: [what: string, call: () => tf.Tensor, message: string][] = [
  ['an index', () => gatherND(x(), [[3]]), 'indices has the value 3 at [0, 0]'],
  ['an option', () => gatherElements(x(), [0], Object({ dim: 1 }) as object), "no option 'dim'"],
  ['a shape', () => scatterElements(x(), [0, 1], [5]), 'updates has shape [1], expected [2]'],
  ['a dtype', () => gatherND(x(), tf.tensor2d([[0]])), 'indices has dtype float32'],
  [
    'a policy',
    () => gatherND(tf.zeros([0]), [[0]], { outOfBounds: 'clamp' }),
    'expected no index at all',
  ],
  ['a segment', () => unsortedSegmentSum(x(), [0, 1, 2], 2), 'segmentIds has the value 2'],
];

beforeAll(() => tf.setBackend('cpu'));

afterEach(() => {
  tf.env().set('DEBUG', false);
});

test.each(MISTAKES)('%s throws a clear error in debug mode', (_, call, message) => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  tf.enableDebugMode();
  expect(() => tf.tidy(call)).toThrow(message);
});

test.each(MISTAKES)('%s throws a clear error in tf.profile', async (_, call, message) => {
  await expect(tf.profile(() => tf.tidy(call))).rejects.toThrow(message);
});

test('a correct call still runs there', async () => {
  const { newTensors, result } = await tf.profile(() => gatherND(x(), [[2]]));
  expect(newTensors).toBeGreaterThan(0);
  expect((result as tf.Tensor).arraySync()).toEqual([3]);
});
