/** Literal cases for everything that the specifications' examples leave out, on every backend. */
import { clampedSites, droppedSites, extremeIndices } from './cases/own_bounds.js';
import { emptyAxis, rejectedIndices } from './cases/own_bounds_errors.js';
import {
  booleans,
  bytesOfBool,
  complexNumbers,
  strings,
  undefinedReductions,
} from './cases/own_dtypes.js';
import { droppedByEmptyAxes, emptyGathers, emptyScatters } from './cases/own_empty.js';
import { badGathers, badScatters } from './cases/own_errors.js';
import { unusualFloats, wholeNumbers } from './cases/own_numbers.js';
import { batchedReductions, everyReduction, tensorScatters } from './cases/own_reductions.js';
import { batches, emptyTuples, highRanks, unevenLengths } from './cases/own_shapes.js';
import { oneElementUpdates, plainArrays, scalarUpdates } from './cases/own_update.js';
import type { OpCase } from './cases/op_case.js';
import type { CheckCall } from '../support/call.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import { expectError, outputsOf, testTable, testTableAgainstOracle } from '../support/table.js';

const tables: Record<string, OpCase[]> = {
  'dropped sites': droppedSites,
  'clamped sites': clampedSites,
  'the ends of int32 as indices': extremeIndices,
  'rejected indices': rejectedIndices,
  'axes of length 0': emptyAxis,
  'axes of length 0, drop': droppedByEmptyAxes,
  'every reduction': everyReduction,
  'batched reductions': batchedReductions,
  "TensorFlow's names": tensorScatters,
  int32: wholeNumbers,
  'unusual float32': unusualFloats,
  bool: booleans,
  'bytes of bool': bytesOfBool,
  strings,
  complex64: complexNumbers,
  'K = 0': emptyTuples,
  'scalars as updates': scalarUpdates,
  batches,
  'ranks 7 and 8': highRanks,
  'lengths of 41': unevenLengths,
  'empty gathers': emptyGathers,
  'empty scatters': emptyScatters,
};

/** Errors about shapes, dtypes and names, which the oracle does not check. */
const validation: Record<string, OpCase[]> = {
  'updates of one element': oneElementUpdates,
  'plain arrays': plainArrays,
  'undefined reductions': undefinedReductions,
  'bad gathers': badGathers,
  'bad scatters': badScatters,
};

describeWithoutBackend(() => {
  describe.each(Object.entries(tables))('%s', (_, cases) => {
    testTableAgainstOracle(cases);
  });
});

describeOnEveryBackend('cases of our own', (driver) => {
  describe.each(Object.entries({ ...tables, ...validation }))('%s', (_, cases) => {
    testTable(driver, cases);
  });
});

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
    const expected = 'error' in row ? row.error.filter((part) => part !== row.op) : ['axis 0'];
    await expectError(driver, checkOf(row), ['checkIndices', ...expected]);
  });

  const fine: OpCase[] = [...batches.slice(0, 4), ...highRanks, ...emptyGathers, ...emptyTuples];
  testRows('resolves: %s', named(fine), async (row) => {
    await outputsOf(driver, checkOf(row));
  });
});
