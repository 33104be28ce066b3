/** The playground's examples: each gives what its specification says, as does the code it copies. */
import * as tf from '@tensorflow/tfjs';
import { PRESETS, type Preset } from '../../../demo/page/parts/playground/presets/index.js';
import { compute, computeGradients } from '../../../demo/page/parts/playground/compute.js';
import { isScatter, NO_CELLS, type State } from '../../../demo/page/parts/playground/call.js';
import { snippetOf } from '../../../demo/page/parts/playground/snippet.js';
import type { Cells } from '../../../demo/page/parts/playground/cells.js';
import { onnxGather } from '../../conformance/cases/onnx_gather.js';
import { onnxScatterElements } from '../../conformance/cases/onnx_scatter_elements.js';
import { onnxScatterND } from '../../conformance/cases/onnx_scatter_nd.js';
import type { OpCase } from '../../conformance/cases/op_case.js';
import { openvinoDocuments } from '../../conformance/cases/openvino_documents.js';
import { openvinoUpdate } from '../../conformance/cases/openvino_update.js';
import { runExample, squeeze, typeErrors, type Example } from '../../support/examples.js';
import type { TensorData, Value } from '../../support/call.js';
import { f32, i32 } from '../../support/values.js';

const values = [1, 2, 3, 4];
const sites = i32([5, 1], [0, 2, -3, -3, 0]);
const changes = [10, 20, 30, 40, 50];

/** Examples of scatter-nd-update-15.rst, without the slips that the presets' notes tell of. */
const openvino15: OpCase[] = [
  {
    name: 'ov15_values',
    op: 'scatterNDUpdate',
    inputs: {
      data: f32([8], [1, 2, 3, 4, 5, 6, 7, 8]),
      indices: i32([6, 1], [4, 3, 1, 7, -2, -4]),
      updates: f32([6], [9, 10, 11, 12, 13, 14]),
    },
    expected: f32([8], [1, 11, 3, 10, 14, 6, 13, 12]),
  },
  {
    name: 'ov15_none',
    op: 'scatterNDUpdate',
    inputs: { data: f32([4], values), indices: sites, updates: f32([5], changes) },
    expected: f32([4], [50, 40, 20, 4]),
  },
  {
    name: 'ov15_sub',
    op: 'scatterNDUpdate',
    inputs: { data: i32([4], values), indices: sites, updates: i32([5], changes) },
    options: { reduction: 'sub' },
    expected: i32([4], [-59, -68, -17, 4]),
  },
  {
    name: 'ov15_prod',
    op: 'scatterNDUpdate',
    inputs: { data: f32([4], values), indices: sites, updates: f32([5], changes) },
    options: { reduction: 'prod' },
    expected: f32([4], [500, 2400, 60, 4]),
  },
  // The page of ScatterNDUpdate has the block and the slices of ONNX ScatterND.
  ...onnxScatterND
    .filter(({ name }) => name === 'test_scatternd')
    .map((each): OpCase => ({ ...each, name: 'ov_slices', op: 'scatterNDUpdate' })),
];

const ALL: OpCase[] = [
  ...onnxGather,
  ...onnxScatterElements,
  ...onnxScatterND,
  ...openvino15,
  ...openvinoDocuments.filter(({ op }) => op === 'scatterNDUpdate'),
  ...openvinoUpdate.filter(({ name }) => name.endsWith('1d_from_examples_float32')),
];

/** A key that calls share if they are the same. */
function keyOf(op: string, dtype: string, parts: unknown[]): string {
  return JSON.stringify([op, dtype, ...parts]);
}

function keyOfPreset({ call }: Preset): string {
  const { op, dtype, data, indices, updates, axisOrBatchDims, reduction, includeSelf } = call;
  const inputs = isScatter(op) ? [data, indices, updates] : [data, indices];
  const parts = inputs.map(({ shape, texts }) => [shape, texts]);
  return keyOf(op, dtype, [...parts, axisOrBatchDims, reduction, includeSelf]);
}

function keyOfCase({ op, inputs, options = {} }: OpCase): string {
  const { data, indices, updates } = inputs;
  const tensors = updates === undefined ? [data, indices] : [data, indices, updates];
  const parts = tensors.map(({ shape, values }) => [shape, values.map(String)]);
  const { reduction = 'none', includeSelf = true } = options;
  const axisOrBatchDims = options.axis ?? options.batchDims ?? 0;
  return keyOf(op, data.dtype, [...parts, axisOrBatchDims, reduction, includeSelf]);
}

function stateOf({ call }: Preset, gradients = false): State {
  return { ...call, arrows: true, gradients, dy: NO_CELLS };
}

function expectCells(cells: Cells, { shape, values }: TensorData): void {
  expect(cells.shape).toEqual(shape);
  const close = (value: Value) => Number(Number(value).toPrecision(6));
  expect(cells.texts.map(Number)).toEqual(values.map(close));
}

const fromSpecifications = PRESETS.filter(({ label }) => /^(ONNX|OpenVINO)/.test(label));

test.each(fromSpecifications.map((preset) => [`${preset.call.op}, ${preset.label}`, preset]))(
  '%s: gives what the specification says',
  (_, preset) => {
    const found = ALL.filter((each) => keyOfCase(each) === keyOfPreset(preset));
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      if (!('expected' in each)) throw new Error(`${each.name} is no result`);
      expectCells(compute(stateOf(preset)).output, each.expected);
    }
  },
);

test('every example of the specifications is there, and none twice', () => {
  const keys = PRESETS.map(keyOfPreset);
  expect(ALL.filter((each) => !keys.includes(keyOfCase(each))).map(({ name }) => name)).toEqual([]);
  const calls = PRESETS.map((preset) => keyOfPreset(preset) + preset.call.outOfBounds);
  expect(new Set(calls).size).toBe(PRESETS.length);
  const labels = PRESETS.map(({ call, label }) => `${call.op} ${label}`);
  expect(new Set(labels).size).toBe(PRESETS.length);
});

/** The presets whose calls succeed, and the shape of their outputs. */
const shown = PRESETS.filter(({ label }) => !label.endsWith('an error')).map((preset) => {
  const state = stateOf(preset, true);
  const computed = compute(state);
  return { preset, state, computed, gradients: computeGradients(state, computed.output.shape) };
});

const examples = shown.map(({ preset, state, computed }): Example => {
  const code = snippetOf(state, computed.output.shape);
  return {
    name: `${preset.call.op} ${preset.label}`,
    language: 'js',
    code,
    stated: [],
    exact: false,
  };
});

test('the code that is copied has the types that a strict program wants', () => {
  const strict = examples.map((example): Example => ({ ...example, language: 'ts' }));
  expect(typeErrors(strict)).toEqual([]);
});

test.each(examples.map((example, i) => [example.name, example, shown[i]] as const))(
  'the code of %s prints what the page shows',
  async (_, example, { preset, computed, gradients }) => {
    const { output } = computed;
    const { data, updates } = (await gradients) ?? {};
    const printed = [
      printOf(output, preset.call.dtype),
      ...[data, updates].flatMap((cells) =>
        cells === undefined ? [] : [printOf(cells, 'float32')],
      ),
    ];
    expect((await runExample(example)).map(sixDigits)).toEqual(printed);
  },
);

/** tfjs prints more digits than the page. */
function sixDigits(printed: string): string {
  return printed.replaceAll(/\d+\.\d+/g, (number) => String(Number(Number(number).toPrecision(6))));
}

/** Returns the text that tfjs prints of the cells. */
function printOf({ shape, texts }: Cells, dtype: State['dtype']): string {
  const given = dtype === 'string' ? [...texts] : texts.map(Number);
  return sixDigits(squeeze(tf.tensor(given, [...shape], dtype).toString()));
}
