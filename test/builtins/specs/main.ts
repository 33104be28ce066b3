/** Runs tfjs' own specs; the results go to `report`. The order of the imports matters. */
import { runner, scatters } from './environment.js';
import '@tensorflow/tfjs-core/dist/ops/gather_nd_test.js';
import '@tensorflow/tfjs-core/dist/ops/gather_test.js';
import '@tensorflow/tfjs-core/dist/ops/scatter_nd_test.js';
import '@tensorflow/tfjs-core/dist/ops/sparse/sparse_segment_mean_test.js';
import '@tensorflow/tfjs-core/dist/ops/sparse/sparse_segment_sum_test.js';
import '@tensorflow/tfjs-core/dist/ops/sparse_to_dense_test.js';
import '@tensorflow/tfjs-core/dist/ops/tensor_scatter_update_test.js';
import '@tensorflow/tfjs-core/dist/ops/unsorted_segment_sum_test.js';

export interface Report {
  specs: { name: string; status: string; failures: string[] }[];
  /** How often the package's scatter kernel ran. */
  scatters: number;
}

async function run(): Promise<Report> {
  const specs: Report['specs'] = [];
  runner.configure({ random: false });
  runner.addReporter({
    specDone({ fullName, status, failedExpectations }) {
      const failures = failedExpectations.map(({ message }) => message);
      specs.push({ name: fullName, status, failures });
    },
  });
  await runner.execute();
  return { specs, scatters: scatters.count };
}

const report = run();

if (typeof document === 'undefined') {
  void report.then((found) => process.stdout.write(JSON.stringify(found)));
} else {
  Object.assign(globalThis, { report });
}
