/** Tests of accelerated ops on wasm, over all of their options. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { repairGradients } from 'tfjs-gather-scatter/repair';
import type { TensorData } from '../support/call.js';
import { chance } from '../support/random_values.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { buildTensor } from '../support/tensors.js';
import { useWasm } from './backend.js';
import { expectExact } from './float_oracle.js';
import { runGuarded } from './guarded_heap.js';
import {
  type OptionCall,
  randomClone,
  randomEqual,
  randomExp,
  randomFused,
  randomIndexed,
  randomProduct,
  randomSum,
} from './option_calls.js';
import { randomGradient } from './option_gradients.js';

/** Runs a call on tensors, or on tensors that were vectors before. */
function expectRight({ title, inputs, run, expected }: OptionCall, areReshaped: boolean): void {
  const build = (data: TensorData) =>
    areReshaped
      ? buildTensor({ ...data, shape: [data.values.length] }).reshape(data.shape)
      : buildTensor(data);

  const call = () =>
    tf.tidy(() => {
      const entries = Object.entries(inputs).map(([name, data]) => [name, build(data)]);
      const tensors = Object.fromEntries(entries) as Record<string, tf.Tensor>;
      const before = Object.values(tensors).map((tensor) => [...tensor.dataSync()]);
      const undos = [accelerateBuiltins(), repairGradients()];
      try {
        const results = run(tensors).map((result) => ({
          shape: result.shape,
          values: [...result.dataSync()],
        }));
        const after = Object.values(tensors).map((tensor) => [...tensor.dataSync()]);
        return { results, isKept: JSON.stringify(before) === JSON.stringify(after) };
      } catch (error) {
        return String(error);
      } finally {
        for (const undo of undos) undo();
      }
    });
  try {
    const found = runGuarded(call);
    if (typeof found === 'string') {
      if (expected) throw new Error(found);
      return;
    }
    if (!expected) throw new Error('does not throw');
    if (!found.isKept) throw new Error('changed an input');
    expected.forEach((each, i) => {
      expectExact(found.results[i], each);
    });
  } catch (error) {
    const given = Object.entries(inputs).map(([name, data]) => `${name} ${JSON.stringify(data)}`);
    throw new Error(`${title} ${String(error)}\n${given.join('\n')}`.slice(0, 3000), {
      cause: error,
    });
  }
}

const CALLS: [name: string, runs: number, (draw: Draw) => OptionCall][] = [
  ['products', 400, randomProduct],
  ['fused products', 400, randomFused],
  ['sums', 400, randomSum],
  ['exponentials', 60, randomExp],
  ['clones', 40, randomClone],
  ['comparisons', 200, randomEqual],
  ['gathers and scatters', 600, randomIndexed],
  ['gradients', 300, randomGradient],
];

/** Tests a share of the calls. */
export function testOptions(share: number): void {
  useWasm();
  for (const [name, runs, draw] of CALLS) {
    testRandomly(`${name} stay in their memory, and are right`, runs * share, (drawn) => {
      expectRight(draw(drawn), chance(drawn, 2));
      return Promise.resolve();
    });
  }
}
