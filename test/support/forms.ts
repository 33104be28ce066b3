/** Runs tables of all ops in one form: as functions, as members of tf or as methods of tensors. */
import { onnxGather, onnxScatterElements } from '../conformance/cases/onnx.js';
import { openvinoReductions, openvinoUpdate } from '../conformance/cases/openvino.js';
import { tensorScatters } from '../conformance/cases/own_reductions.js';
import { gradientCases } from '../conformance/cases/own_gradients.js';
import { segmentCases } from '../conformance/cases/segments.js';
import { sparseCases } from '../conformance/cases/sparse.js';
import type { Form, OpUse, SegmentUse, SparseUse } from './call.js';
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

/** `missing` names the ops that do not exist in this form, or that are tfjs' own. */
export function testForm(
  driver: Driver,
  form: Form | undefined,
  missing: (OpUse | SegmentUse | SparseUse)['op'][] = [],
): void {
  const inForm = <Use extends OpUse | SegmentUse | SparseUse>(uses: Use[]) =>
    uses
      .filter(({ op, inputs }) => {
        const [first] = Object.values(inputs) as { plain?: boolean }[];
        return !missing.includes(op) && !(form === 'chained' && first.plain);
      })
      .map((use) => ({ ...use, form }));

  testTable(driver, inForm(cases), CLOSE);

  testSegmentTable(driver, inForm(segmentCases));

  testSparseTable(driver, inForm(sparseCases));

  testRows('gradient: %s', named(inForm(gradientCases)), ({ dy, expected, ...use }) =>
    expectOutputs(driver, { ...use, derivative: { kind: 'gradient', dy } }, expected),
  );
}
