/** Derivatives of random calls with `repairGradients()`, against differences in float64. */
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { repairGradients } from 'tfjs-gather-scatter/repair';
import { startBackend, stopBackend } from '../support/in_process.js';
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';
import { wrongEinsum } from '../support/random_products.js';
import { RANDOM_REPAIRS } from '../support/random_repairs.js';
import { judgeRandom } from '../support/repair_check.js';
import { testRandomly } from '../support/seed.js';

/** The calls of each op. In pages, each compiles its programs. */
const RUNS = DRIVERS === 'quick' ? 2 : 8;
const RUNS_IN_PAGES = 1;

/** Calls that tfjs cannot compute on a backend, or does not compute right, so that they have no derivatives there. */
const LACKING = {
  cpu: '',
  // No kernels; for maximum pools from the least positive number; and windows of other sizes than tfjs counts.
  wasm: 'conv2d; depthwiseConv2d; einsum; prelu; maxPool3d, nothing positive; avgPool, rounded up; maxPool, rounded up',
  // The first rounds its inputs; the others take no such ranks.
  webgl: 'floorDiv; cumprod, rank 5 and 6; cumsum, rank 5 and 6',
  // The first two transpose bool.
  webgpu: 'all; any; cumprod, rank 5 and 6; cumsum, rank 5 and 6',
};

type Judge = (name: string, seed: number) => Promise<void>;

function testCalls(backend: keyof typeof LACKING, runs: number, judge: Judge): void {
  const lacking = LACKING[backend].split('; ');
  const names = Object.keys(RANDOM_REPAIRS).filter((name) => !lacking.includes(name));

  describe.each(names)('%s', (name) => {
    // One call after the other: some ask another backend what is right.
    let last: Promise<void> = Promise.resolve();
    // Few equations are other than a product of matrices.
    const share = name === 'einsum' ? 5 : 1;
    testRandomly('has the derivatives of float64', share * runs, async (draw) => {
      const seed = draw(fc.integer);
      const judged = last.then(() => judge(name, seed));
      last = judged.catch(() => undefined);
      await judged;
    });
  });
}

if (PROJECT === 'unit') {
  describe.each(['cpu', 'wasm'] as const)('on %s', (backend) => {
    let undo: () => void;
    beforeAll(async () => {
      await startBackend(backend);
      undo = repairGradients();
    });
    afterAll(() => {
      undo();
      return stopBackend();
    });
    testCalls(backend, RUNS, (name, seed) => judgeRandom(tf, name, seed));

    if (backend === 'wasm') return;
    testRandomly('an einsum that tfjs computes wrong has no gradient', 10 * RUNS, (draw) => {
      const { text, shapes } = wrongEinsum(draw(fc.integer));
      const run = (...xs: tf.Tensor[]) => tf.einsum(text, ...xs);
      const tensors = shapes.map((shape) => tf.ones(shape));
      let runs = true;
      try {
        run(...tensors);
      } catch {
        runs = false;
      }
      if (runs)
        expect(() => tf.grads(run)(tensors)).toThrow(`einsum: tfjs computes '${text}' wrong`);
      return Promise.resolve();
    });
  });
} else {
  const pages = { webgl: { flags: ON_GPU }, webgpu: WEBGPU } as const;
  describe.each(Object.entries(pages))('on %s', (backend, where) => {
    describeInPage('tfjs', where, (page) => {
      testCalls(backend as keyof typeof pages, RUNS_IN_PAGES, (name, seed) =>
        page().evaluate<undefined, { name: string; seed: number }>(
          async ({ repairGradients, judgeRandom, argument: { name, seed } }) => {
            const undo = repairGradients();
            try {
              await judgeRandom(name, seed);
              return undefined;
            } finally {
              undo();
            }
          },
          { name, seed },
        ),
      );
    });
  });
}
