/** Runs tfjs' own specs; the results go to `report`. The order of the imports matters. */
import { runner } from './jasmine.js';
import { scatters } from './environment.js';
import '@tensorflow/tfjs-core/dist/ops/gather_nd_test.js';
import '@tensorflow/tfjs-core/dist/ops/gather_test.js';
import '@tensorflow/tfjs-core/dist/ops/scatter_nd_test.js';
import '@tensorflow/tfjs-core/dist/ops/sparse/sparse_segment_mean_test.js';
import '@tensorflow/tfjs-core/dist/ops/sparse/sparse_segment_sum_test.js';
import '@tensorflow/tfjs-core/dist/ops/sparse_to_dense_test.js';
import '@tensorflow/tfjs-core/dist/ops/tensor_scatter_update_test.js';
import '@tensorflow/tfjs-core/dist/ops/unsorted_segment_sum_test.js';

interface SpecResult {
  name: string;
  status: string;
  failures: string[];
}

export interface Report {
  overallStatus: string;
  specs: SpecResult[];
  /** How often the package's scatter kernel ran. */
  scatters: number;
}

async function run(): Promise<Report> {
  const specs: SpecResult[] = [];
  runner.configure({ random: false });
  runner.addReporter({
    specDone({ fullName, status, failedExpectations }) {
      const failures = failedExpectations.map(({ message }) => message);
      specs.push({ name: fullName, status, failures });
    },
  });
  const { overallStatus } = await runner.execute();
  return { overallStatus, specs, scatters: scatters.count };
}

const report = run();

if (typeof document === 'undefined') {
  void report.then((found) => process.stdout.write(JSON.stringify(found)));
} else {
  Object.assign(globalThis, { report });
}
