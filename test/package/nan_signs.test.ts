/** Maxima and minima on cpu compare bits: a NaN of either sign must win, among data and among updates. */
import * as tf from '@tensorflow/tfjs';
import { scatterND } from 'tfjs-gather-scatter';

beforeAll(() => tf.setBackend('cpu'));

/** NaNs with the lowest and highest bits of each sign. */
const NANS = [0x7f800001, 0x7fffffff, 0xff800001, 0xffffffff];

const floatOf = (bits: number) => new Float32Array(Uint32Array.of(bits).buffer);

describe.each(['max', 'min'] as const)('%s', (reduction) => {
  test.each(NANS)('NaN of bits %p wins', async (bits) => {
    const nan = tf.tensor1d(floatOf(bits));
    const others = tf.tensor1d([-Infinity, -1, -0, 0, 1, Infinity]);
    const places = tf.zeros([6, 1], 'int32');
    const ofData = scatterND(nan, places, others, { reduction });
    expect(await ofData.data()).toEqual(Float32Array.of(NaN));
    const ofUpdates = scatterND(others, [[0], [1], [2], [3], [4], [5]], nan.tile([6]), {
      reduction,
    });
    expect(await ofUpdates.data()).toEqual(new Float32Array(6).fill(NaN));
  });
});
