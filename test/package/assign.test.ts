/** Scatters into variables: the result of assigning the function's, for whoever else holds the memory. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import { checkAssign, HOLDERS } from '../support/assign_checks.js';
import { startBackend, stopBackend } from '../support/in_process.js';
import { startSimulatedGpu } from '../support/simulated_gpu.js';

const RUNS = Number(process.env.ASSIGN_RUNS ?? 60);

describe.each([
  ['cpu', 'auto'],
  ['wasm', 'auto'],
  ['wasm', 'views'],
  ['simulated gpu', 'auto'],
])('%s %s', (backend, way) => {
  beforeAll(async () => {
    if (backend === 'simulated gpu') await startSimulatedGpu();
    else await startBackend(backend, way);
  });
  afterAll(stopBackend);

  test.each(HOLDERS)('%s', async (holder) => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const seen = new Set<string>();
    for (let seed = 0; seed < RUNS; seed++) {
      const tallest = seed % 2 === 0 ? 600 : undefined;
      const how = { longest: seed % 3 === 0 ? 70 : 6, tallest, largeIntegers: true };
      seen.add(await checkAssign(tf, ops, seed * 7919 + holder.length, holder, how));
    }
    jest.restoreAllMocks();
    expect(seen.size).toBeGreaterThan(5);
  });
});
