/** The ops as members of tf and as methods of tensors, which do not depend on the backend. */
import { inProcessDrivers } from '../support/in_process_driver.js';
import { testForm } from '../support/forms.js';

const [cpu] = inProcessDrivers;

beforeAll(() => cpu.start());

describe('as members of tf', () => {
  testForm(cpu, 'tf', ['scatterND']);
});

describe('as methods', () => {
  const noMethods = ['sparseDenseMatMul', 'sampledDenseMatMul'] as const;
  testForm(cpu, 'chained', ['scatterND', 'unsortedSegmentSum', ...noMethods]);
});
