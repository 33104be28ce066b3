/** Runs tables of all ops but in one form: as functions, as members of tf or as methods of tensors. */
import { onnxGather } from '../cases/onnx_gather.js';
import { onnxScatterElements } from '../cases/onnx_scatter_elements.js';
import { openvinoReductions } from '../cases/openvino_reductions.js';
import { openvinoUpdate } from '../cases/openvino_update.js';
import { gradientCases } from '../cases/own_gradients.js';
import { segmentCases } from '../cases/segments.js';
import type { Form, OpName, OpUse, SegmentName, SegmentUse } from './call.js';
import { CLOSE, expectTensor } from './compare.js';
import { gradientOf } from './derivative_checks.js';
import type { Driver } from './driver.js';
import { toleranceOn } from './precision.js';
import { testSegmentTable } from './segment_table.js';
import { testTable } from './table.js';

const cases = [...onnxGather, ...onnxScatterElements, ...openvinoReductions, ...openvinoUpdate];

/** `missing` names the ops that tfjs has in this form, or nobody has. */
export function testForm(
  driver: Driver,
  form: Form | undefined,
  missing: (OpName | SegmentName)[] = [],
): void {
  const inForm = <Use extends OpUse | SegmentUse>(uses: Use[]) =>
    uses
      .filter(({ op, inputs }) => {
        const [first] = Object.values(inputs) as { plain?: boolean }[];
        return !missing.includes(op) && !(form === 'chained' && first.plain);
      })
      .map((use) => ({ ...use, form }));

  testTable(driver, inForm(cases), CLOSE);

  testSegmentTable(driver, inForm(segmentCases));

  const gradients = inForm(gradientCases).map((each) => [each.name, each] as const);
  test.each(gradients)('gradient: %s', async (_, { name, dy, expected, ...use }) => {
    expect(name).not.toBe('');
    const { call, outputs } = await gradientOf(driver, use, dy, 'grads');
    for (const [input, gradient] of Object.entries(expected)) {
      expectTensor(call, outputs[input], gradient, toleranceOn(driver.precision, CLOSE));
    }
  });
}
