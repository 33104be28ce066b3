/** One side of the benchmark: prepares a comparison, times its calls, and returns its results. */
import * as tf from '@tensorflow/tfjs';
import type { Way } from '../../worker/index.js';
import { timeOf } from '../../shared/timing.js';
import { callsOf } from './calls.js';
import type { ComparisonId } from './comparisons.js';

export function createService(way: Way) {
  const loading = way === 'package' ? import('../../../package_ops.js') : undefined;
  let call = (): tf.Tensor => {
    throw new Error('No comparison has been prepared.');
  };
  const compute = () => tf.tidy(call);
  // A scope holds the inputs until the next ones replace them.
  tf.engine().startScope();
  const values = async () => {
    const result = compute();
    const data = await result.data<'float32'>();
    result.dispose();
    return data;
  };
  return {
    /** Replaces the inputs and warms up: uploads them and compiles programs. */
    async prepare(id: ComparisonId, size: number): Promise<void> {
      const ops = await loading;
      tf.engine().endScope();
      tf.engine().startScope();
      call = callsOf(size, ops)[id];
      await values();
    },
    time: (repeats: number) => timeOf(compute, repeats),
    values,
    /** Returns the largest difference from other values; relative for values above 1. */
    async difference(others: Float32Array): Promise<number> {
      const own = await values();
      const differences = own.map((x, i) => Math.abs(x - others[i]) / Math.max(1, Math.abs(x)));
      return differences.reduce((most, one) => Math.max(most, one), 0);
    },
  };
}
