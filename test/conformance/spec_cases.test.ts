/** The examples in the ops' specifications, under their own names, on every backend. */
import { onnxGather } from './cases/onnx_gather.js';
import { onnxScatterElements } from './cases/onnx_scatter_elements.js';
import { onnxScatterND } from './cases/onnx_scatter_nd.js';
import { openvinoDocuments } from './cases/openvino_documents.js';
import { openvinoReductions } from './cases/openvino_reductions.js';
import { openvinoUpdate } from './cases/openvino_update.js';
import { CLOSE } from '../support/compare.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { testTable, testTableAgainstOracle } from '../support/table.js';

const cases = [
  ...onnxGather,
  ...onnxScatterElements,
  ...onnxScatterND,
  ...openvinoDocuments,
  ...openvinoReductions,
  ...openvinoUpdate,
];

testTableAgainstOracle(cases, CLOSE);

describeOnEveryBackend('examples of the specifications', (driver) => {
  testTable(driver, cases, CLOSE);
});
