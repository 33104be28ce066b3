/** The examples in the ops' specifications, under their own names, on every backend. */
import * as onnx from './cases/onnx.js';
import * as openvino from './cases/openvino.js';
import { CLOSE } from '../support/compare.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { testTable, testTableAgainstOracle } from '../support/table.js';

const cases = Object.values({ ...onnx, ...openvino }).flat();

testTableAgainstOracle(cases, CLOSE);

describeOnEveryBackend('examples of the specifications', (driver) => {
  testTable(driver, cases, CLOSE);
});
