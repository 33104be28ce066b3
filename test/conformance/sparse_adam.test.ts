/** The optimizer of rows: PyTorch's numbers, random steps against the definition, and what it keeps. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as train from 'tfjs-gather-scatter/train';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { chance, int, pick } from '../support/random_values.js';
import { type Draw, testRandomly } from '../support/seed.js';

interface Step {
  table: number;
  ids: number[];
  gradients: number[];
}

interface Training {
  settings: [learningRate: number, beta1: number, beta2: number, epsilon: number];
  shape: number[];
  idsShape?: number[];
  tables: number[][];
  steps: Step[];
  options?: train.SparseAdamOptions;
}

/** Takes the steps by `minimize` and `applyGradients` in turn; returns the tables. Runs in pages, too. */
async function trained({ tf, train, argument }: Globals & { argument: Training }) {
  const { settings, shape, idsShape, tables, steps, options } = argument;
  const before = tf.memory().numTensors;
  const variables = tables.map((values) => tf.tidy(() => tf.variable(tf.tensor(values, shape))));
  const optimizer = train.sparseAdam(...settings);
  for (const [i, { table, ids, gradients }] of steps.entries()) {
    tf.tidy(() => {
      const at = tf.tensor(ids, idsShape ?? [ids.length], 'int32');
      const by = tf.tensor(gradients, [...at.shape, ...shape.slice(1)]);
      if (i % 2 > 0) optimizer.applyGradients(variables[table], at, by, options);
      else {
        optimizer.minimize(variables[table], at, (rows) => rows.mul(by).sum(), false, options);
      }
    });
  }
  const results = await Promise.all(variables.map((variable) => variable.data()));
  optimizer.dispose();
  tf.dispose(variables);
  return {
    tables: results.map((values) => Array.from(values)),
    left: tf.memory().numTensors - before,
  };
}

interface Globals {
  tf: typeof tf;
  train: typeof train;
}

/** The definition, one row after the other. */
function defined({ settings, tables, shape, steps, options = {} }: Training): number[][] {
  const [learningRate, beta1, beta2, epsilon] = settings;
  const width = tables[0].length / shape[0];
  const results = tables.map((values) => values.slice());
  const moments = tables.map((values) => ({
    steps: 0,
    m: values.map(() => 0),
    v: values.map(() => 0),
  }));
  for (const { table, ids, gradients } of steps) {
    const kept = moments[table];
    kept.steps++;
    const { wrapNegatives = true } = options;
    const rowOf = (id: number) => (id < 0 && wrapNegatives ? id + shape[0] : id);
    const inside = ids.map(rowOf).filter((row) => row >= 0 && row < shape[0]);
    for (const row of new Set(inside)) {
      for (let c = 0; c < width; c++) {
        const at = row * width + c;
        const g = ids.reduce(
          (sum, id, i) => sum + (rowOf(id) === row ? gradients[i * width + c] : 0),
          0,
        );
        kept.m[at] = beta1 * kept.m[at] + (1 - beta1) * g;
        kept.v[at] = beta2 * kept.v[at] + (1 - beta2) * g ** 2;
        const rate =
          (learningRate * Math.sqrt(1 - beta2 ** kept.steps)) / (1 - beta1 ** kept.steps);
        results[table][at] -= (rate * kept.m[at]) / (Math.sqrt(kept.v[at]) + epsilon);
      }
    }
  }
  return results;
}

/** Trained by torch.optim.SparseAdam of PyTorch 2.13 on nn.Embedding(sparse=True). */
const OF_PYTORCH: { training: Training; expected: number[] } = {
  training: {
    settings: [0.1, 0.8, 0.95, 0.01],
    shape: [4, 2],
    tables: [[1, 2, 3, 4, 5, 6, -1, 0.5]],
    steps: [
      { table: 0, ids: [0, 2, 2], gradients: [1, -2, 0.5, 3, 4, 1] },
      { table: 0, ids: [3], gradients: [0.125, -0.25] },
      { table: 0, ids: [2, 0, 2, 0], gradients: [1, 0, -2, 0.5, 3, 0.25, 0, -1] },
      { table: 0, ids: [3, 0], gradients: [2, 2, -0.01, 1] },
    ],
  },
  expected: [
    0.9694744944572449, 2.188222885131836, 3, 4, 4.813025951385498, 5.840671062469482,
    -1.1240272521972656, 0.5087813138961792,
  ],
};

function randomTraining(draw: Draw): Training {
  const shape = [int(draw, 1, 4), ...pick(draw, [[], [3], [2, 2]])];
  const width = shape.slice(1).reduce((a, b) => a * b, 1);
  const idsShape = pick(draw, [[1], [5], [2, 3], []]);
  const sites = idsShape.reduce((a, b) => a * b, 1);
  const eighths = (length: number) => Array.from({ length }, () => int(draw, -32, 32) / 8);
  const tables = [0, 1].map(() => eighths(shape[0] * width));
  const drops = chance(draw, 3);
  const options = drops
    ? ({ outOfBounds: 'drop', wrapNegatives: chance(draw, 2) } as const)
    : undefined;
  const beyond = drops ? 2 : 0;
  const steps = Array.from({ length: int(draw, 1, 5) }, () => ({
    table: int(draw, 0, 1),
    ids: Array.from({ length: sites }, () =>
      int(draw, chance(draw, 2) ? -shape[0] - beyond : 0, shape[0] - 1 + beyond),
    ),
    gradients: eighths(sites * width),
  }));
  const settings: Training['settings'] = [
    0.125,
    pick(draw, [0, 0.75]),
    pick(draw, [0.5, 0.875]),
    0.25,
  ];
  return { settings, shape, idsShape, tables, steps, options };
}

function expectClose({ precision }: Driver, found: number[][], expected: number[][]): void {
  const tolerance = 2 ** (5 - precision.significand);
  expect(found.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
  expected.flat().forEach((value, i) => {
    expect(Math.abs(found.flat()[i] - value)).toBeLessThan(
      tolerance * Math.max(1, Math.abs(value)),
    );
  });
}

describeOnEachBackendOnce('sparseAdam', (driver) => {
  const run = async (training: Training) => {
    const { page } = driver;
    const { tables, left } = page
      ? await page().evaluate(trained, training)
      : await trained({ tf, train, argument: training });
    expect(left).toBe(0);
    return tables;
  };

  test("gives PyTorch's numbers", async () => {
    const { training, expected } = OF_PYTORCH;
    expectClose(driver, await run(training), [expected]);
    expectClose(driver, defined(training), [expected]);
  });

  // One after the other: they count tensors.
  let last: Promise<unknown> = Promise.resolve();
  testRandomly('steps are as defined', 30 * driver.share, (draw) => {
    const training = randomTraining(draw);
    const next = last.then(async () => {
      expectClose(driver, await run(training), defined(training));
    });
    last = next.catch(() => undefined);
    return next;
  });
});
