/** The calls of the benchmark of GPUs, which runs where few have tried it: all ways of a call compute the same. */
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import 'tfjs-gather-scatter';
import { OTHERS, rowsOf, settingOf } from '../../bench/gpu/calls.js';
import * as webgl from '../../kernels/webgl/strategy.js';
import * as webgpu from '../../kernels/webgpu/strategy.js';

const STRATEGIES = { webgl, webgpu };

/** Stands for a million; with less, rows would have no values. */
const M = 2 ** 12;

describe.each(Object.entries(STRATEGIES))('the calls on %s', (backend, strategy) => {
  const rows = rowsOf(backend, M);

  test('have names of their own', () => {
    const names = rows.map(({ name }) => name);
    expect([...new Set(rowsOf(backend, 2 ** 20).map(({ name }) => name))]).toHaveLength(
      names.length,
    );
  });

  test.each(rows.map(({ name, ways }) => [name, ways] as const))('%s', (_, ways) => {
    tf.tidy(() => {
      const [first, ...others] = Object.entries(ways());
      const expected = first[1]().dataSync();
      for (const [way, call] of others) {
        const thresholds = Object.keys(settingOf(way).thresholds ?? {});
        expect(Object.keys(strategy)).toEqual(expect.arrayContaining(thresholds));
        const values = call().dataSync();
        expect(values).toHaveLength(expected.length);
        if (OTHERS.includes(way)) continue;
        const far = values.filter((value, i) => !(Math.abs(value - expected[i]) < 1e-3));
        expect(far).toHaveLength(0);
      }
    });
  });
});
