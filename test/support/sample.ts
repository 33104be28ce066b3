/** A sample of the tables of all ops, for a page or mode that needs no more. */
import { onnxGather, onnxScatterElements } from '../conformance/cases/onnx.js';
import { openvinoReductions, openvinoUpdate } from '../conformance/cases/openvino.js';
import { tensorScatters } from '../conformance/cases/own_reductions.js';
import { gradientCases } from '../conformance/cases/own_gradients.js';
import { segmentCases } from '../conformance/cases/segments.js';
import { sparseCases } from '../conformance/cases/sparse.js';
import { CLOSE } from './compare.js';
import type { Driver } from './driver.js';
import { named, testRows } from './rows.js';
import { expectOutputs, testSegmentTable, testSparseTable, testTable } from './table.js';

const cases = [
  ...onnxGather,
  ...onnxScatterElements,
  ...openvinoReductions,
  ...openvinoUpdate,
  ...tensorScatters,
];

export function testSample(driver: Driver): void {
  testTable(driver, cases, CLOSE);

  testSegmentTable(driver, segmentCases);

  testSparseTable(driver, sparseCases);

  testRows('gradient: %s', named(gradientCases), ({ dy, expected, ...use }) =>
    expectOutputs(
      driver,
      { ...use, kind: 'forward', derivative: { kind: 'gradient', dy } },
      expected,
    ),
  );
}
