/** Literal cases for everything that the specifications' examples leave out, on every backend. */
import * as bounds from './cases/own_bounds.js';
import * as dtypes from './cases/own_dtypes.js';
import * as empty from './cases/own_empty.js';
import * as errors from './cases/own_errors.js';
import * as numbers from './cases/own_numbers.js';
import * as reductions from './cases/own_reductions.js';
import * as shapes from './cases/own_shapes.js';
import { readings } from './cases/own_reuse.js';
import * as updates from './cases/own_update.js';
import type { OpCase } from './cases/op_case.js';
import type { CheckCall } from '../support/call.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import {
  agree,
  expectError,
  intoVariables,
  outputsOf,
  testTable,
  testTableAgainstOracle,
} from '../support/table.js';

const tables = {
  ...bounds,
  ...dtypes,
  ...empty,
  ...errors,
  ...numbers,
  ...reductions,
  ...shapes,
  ...updates,
};

/** Errors about shapes, dtypes and names, which the oracle does not check. */
const VALIDATION = [
  'badGathers',
  'badScatters',
  'oneElementUpdates',
  'plainArrays',
  'undefinedReductions',
];

describeWithoutBackend(() => {
  const checked = Object.entries(tables).filter(([title]) => !VALIDATION.includes(title));
  describe.each(checked)('%s', (_, cases) => {
    testTableAgainstOracle(cases);
  });
});

describeOnEveryBackend('cases of our own', (driver) => {
  describe.each(Object.entries(tables))('%s', (_, cases) => {
    testTable(driver, [...cases, ...intoVariables(cases)]);
  });
});

describeOnEveryBackend('indices that other calls have used', (driver) => {
  testRows('%s', named(readings), async (use) => {
    const before = readings.filter((other) => other !== use);
    await agree(driver, use, { ...use, kind: 'forward', before });
  });
});

const {
  batches,
  droppedByEmptyAxes,
  emptyAxis,
  emptyGathers,
  emptyTuples,
  highRanks,
  rejectedIndices,
} = tables;

/** checkIndices checks the indices like a gather of the same shape, whatever its policy. */
function checkOf({ op, inputs, options = {} }: OpCase): CheckCall {
  const elements = op === 'gatherElements' || op === 'scatterElements';
  const { axis = 0, batchDims = 0 } = options;
  const { data, indices } = inputs;
  return {
    kind: 'check',
    op,
    inputs: { data, indices },
    options: elements ? { axis } : { batchDims },
  };
}

describeOnEveryBackend('checkIndices', (driver) => {
  const rejected = [...rejectedIndices, ...emptyAxis, ...droppedByEmptyAxes];
  testRows('rejects: %s', named(rejected), async (row) => {
    const expected = 'error' in row ? row.error.slice(1) : ['axis 0'];
    await expectError(driver, checkOf(row), ['checkIndices', ...expected]);
  });

  const fine: OpCase[] = [...batches.slice(0, 4), ...highRanks, ...emptyGathers, ...emptyTuples];
  testRows('resolves: %s', named(fine), async (row) => {
    await outputsOf(driver, checkOf(row));
  });
});
