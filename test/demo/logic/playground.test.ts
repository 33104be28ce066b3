/** The playground apart from its page: calls, what is computed of them, their words and their code. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import {
  assignOf,
  BOUNDS,
  cellsOfSite,
  changed,
  enlargedShapeOf,
  OP_NAMES,
  OPS,
  outputShapeOf,
  REDUCTION_NAMES,
  sitesOf,
  type Call,
  type Computed,
} from '../../../demo/page/parts/playground/call.js';
import {
  cells,
  neighbour,
  parseCells,
  parseShape,
  parseValue,
  textOf,
  type Cells,
} from '../../../demo/page/parts/playground/cells.js';
import { createPlayer } from '../../../demo/page/parts/playground/player.js';
import * as presets from '../../../demo/page/parts/playground/presets.js';
import { compute, measure } from '../../../demo/page/parts/playground/service.js';
import { snippetOf } from '../../../demo/page/parts/playground/snippet.js';
import { storyOf } from '../../../demo/page/parts/playground/story.js';
import { runExample, squeeze } from '../../support/examples.js';

const { OPENING, presetLike, PRESETS, presetsOf } = presets;

beforeAll(() => tf.setBackend('cpu'));

function read(text: string): Cells {
  const found = parseCells(text);
  if (found === undefined) throw new Error(`${text} are no cells`);
  return found;
}

const called = (op: Call['op'], label: string): Call => {
  const found = presetsOf(op).find((preset) => preset.label === label);
  if (found === undefined) throw new Error(`there is no example ${label}`);
  return found.call;
};

async function computed(call: Call, dy?: Cells): Promise<Computed> {
  const { computed, error } = await compute(call, dy);
  if (computed === undefined) throw new Error(error);
  return computed;
}

/** The output after each number of sites, as the page shows it. */
const played = async (call: Call) =>
  (await computed(call)).outputs.map((output) => output.map(textOf).join(' '));

const meeting = (change: Partial<Call>): Call => ({
  ...OPENING,
  data: read('2 8 9'),
  indices: read('3 0 0 0'),
  updates: read('3 4 3 5'),
  ...change,
});

/** The examples whose calls succeed. */
const sound = PRESETS.filter(({ label }) => label !== 'Out of bounds: an error');

test('the names that the page offers are those of the package', () => {
  expect([...REDUCTION_NAMES].sort()).toEqual([...ops.REDUCTIONS].sort());
  expect(BOUNDS).toEqual(ops.OUT_OF_BOUNDS);
  for (const name of OP_NAMES) expect(ops).toHaveProperty(name);
  for (const { inPlace } of Object.values(OPS)) expect(ops).toHaveProperty(inPlace ?? 'gatherND');
});

test('shapes, values and cells are read as they are typed', () => {
  expect(parseShape('3×3')).toEqual([3, 3]);
  expect(parseShape(' 3 2,4 ')).toEqual([3, 2, 4]);
  expect(parseShape('')).toEqual([]);
  for (const wrong of ['0', '1.5', '-1', 'a', '11×11', '1 1 1 1 1']) {
    expect([wrong, parseShape(wrong)]).toEqual([wrong, undefined]);
  }
  expect(['1.5', ' -2 '].map(parseValue)).toEqual([1.5, -2]);
  expect(['', '-', 'NaN', '1e999'].map(parseValue)).toEqual(Array(4).fill(undefined));
  const setting = cells(OPENING.data);
  expect(setting.read('2x2 1 -2 3.5 4')).toEqual({ shape: [2, 2], values: [1, -2, 3.5, 4] });
  expect(setting.write(read('2x2 1 -2 3.5 4'))).toBe('2x2 1 -2 3.5 4');
  expect(read(setting.write({ shape: [], values: [7] }))).toEqual({ shape: [], values: [7] });
  for (const wrong of ['', '2x2 1 2 3', '2 1 b', '2x0', '101 1']) {
    expect([wrong, setting.read(wrong)]).toEqual([wrong, undefined]);
  }
});

test('arrow keys lead to the cells around', () => {
  const to = (from: number, key: string) => neighbour([2, 3], from, key);
  expect([to(0, 'ArrowRight'), to(0, 'ArrowDown'), to(4, 'ArrowUp')]).toEqual([1, 3, 1]);
  expect([to(0, 'ArrowLeft'), to(5, 'ArrowDown'), to(0, 'a')]).toEqual(Array(3).fill(undefined));
});

test.each(sound.map(({ label, call }) => [call.op, label, call] as const))(
  '%s, %s: goes from data to the output of the call, site by site',
  async (op, label, call) => {
    const { places, outputs } = await computed(call);
    const { count, valuesEach } = sitesOf(call);
    expect(outputs).toHaveLength(count + 1);
    expect(places).toHaveLength(count * valuesEach);
    expect(outputs[0]).toEqual(op.startsWith('scatter') ? call.data.values : []);
    const [printed] = await run(snippetOf(call));
    expect(printed).toBe(printOf({ shape: outputShapeOf(call), values: outputs[count] }));
    expect(presetsOf(op).filter((preset) => preset.label === label)).toHaveLength(1);
    expect(presetLike({ ...call })?.label).toBe(label);
  },
);

const scatters = sound
  .filter(({ call }) => OPS[call.op].scatters)
  .map(({ label, call }) => [call.op, label, { ...call, inPlace: true }] as const);

test.each(scatters)('%s, %s: goes to the same output in place', async (op, _, call) => {
  const { outputs } = await computed(call);
  expect(outputs).toEqual((await computed({ ...call, inPlace: false })).outputs);
  const code = snippetOf(call);
  expect(code).toContain(`\n${OPS[op].inPlace}(variable, indices, updates`);
  expect(await run(code)).toEqual([
    printOf({ shape: call.data.shape, values: outputs.at(-1) ?? [] }),
  ]);
});

test.each([
  ['scatterElements', [2000]],
  ['scatterND', [666, 3]],
  ['scatterNDUpdate', [2000]],
] as const)(
  '%s is timed in place and as a copy of data of shape %j, which leaves no tensors behind',
  async (op, shape) => {
    const { numTensors, numBytes } = tf.memory();
    const write = jest.spyOn(tf.backend(), 'write');
    const { inPlace, copy, isSame } = await measure(presetsOf(op)[0].call, 2000);
    expect(write).toHaveBeenCalledWith(expect.any(Float32Array), shape, 'float32');
    expect(isSame).toBe(true);
    for (const times of [inPlace, copy]) {
      expect(times).toHaveLength(3);
      expect(Math.min(...times)).toBeGreaterThan(0);
    }
    expect(tf.memory()).toMatchObject({ numTensors, numBytes });
  },
);

test('a gather is never in place', async () => {
  const lookup = { ...called('gatherND', 'Embedding lookup'), inPlace: true };
  expect(assignOf(lookup)).toBeUndefined();
  expect(snippetOf(lookup)).toBe(snippetOf({ ...lookup, inPlace: false }));
  expect(await computed(lookup)).toEqual(await computed({ ...lookup, inPlace: false }));
});

test('data is enlarged where indices address it', () => {
  const shapeOf = (call: Call, change: Partial<Call> = {}) =>
    enlargedShapeOf({ ...call, ...change }, 1000);
  expect(shapeOf(OPENING)).toEqual([1000]);
  expect(shapeOf(called('scatterElements', 'ONNX example 2: along a row'))).toEqual([1, 1000]);
  expect(shapeOf(called('scatterElements', 'ONNX example 1: by columns'), { axis: -1 })).toEqual([
    3, 333,
  ]);
  expect(shapeOf(called('scatterND', 'Batches with their own indices'))).toEqual([2, 500]);
  expect(enlargedShapeOf(OPENING, 2)).toEqual([8]);
});

test.each([
  [{ reduction: 'none' }, ['8 9', '4 9', '3 9', '5 9']],
  [{ reduction: 'sub' }, ['8 9', '4 9', '1 9', '-4 9']],
  [{ reduction: 'mul', includeSelf: false }, ['8 9', '4 9', '12 9', '60 9']],
  [{ reduction: 'mean' }, ['8 9', '6 9', '5 9', '5 9']],
  [{ reduction: 'mean', includeSelf: false }, ['8 9', '4 9', '3.5 9', '4 9']],
  [{ indices: read('3 0 7 -1'), outOfBounds: 'drop' }, ['8 9', '12 9', '12 9', '12 14']],
  [{ indices: read('3 0 7 -1'), outOfBounds: 'clamp' }, ['8 9', '12 9', '12 12', '12 17']],
  [{ updates: read(' 1') }, ['8 9', '9 9', '10 9', '11 9']],
] as const)('%j plays as %j', async (change, outputs) => {
  expect(await played(meeting(change))).toEqual(outputs);
});

test('a site names the cells that take part in it', async () => {
  const site = async (call: Call, index: number) =>
    cellsOfSite(call, (await computed(call)).places, index);
  const lookup = { indices: [1], data: [0, 1, 2], updates: [], output: [3, 4, 5] };
  expect(await site(called('gatherND', 'Embedding lookup'), 1)).toEqual(lookup);
  const dropped = { updates: [1], output: [] };
  expect(await site(called('scatterElements', 'Out of bounds: dropped'), 1)).toMatchObject(dropped);
  const scalar = { indices: [2], updates: [0] };
  expect(await site(meeting({ updates: read(' 1') }), 2)).toMatchObject(scalar);
});

test('a wrong call has the sentence of the package as its answer', async () => {
  const { error } = await compute(called('scatterElements', 'Out of bounds: an error'));
  expect(error).toMatch(
    /^scatterElements: indices has the value 7 at \[1\], which is out of bounds/,
  );
  expect(await compute(meeting({ axis: 3 }))).toEqual({
    error: expect.stringContaining('scatterElements: axis is 3') as string,
  });
  expect((await compute(meeting({ indices: read('3 0 0.5 0') }))).error).toMatch(/holds 0.5/);
  expect(await compute(meeting({ axis: 3, inPlace: true }))).toEqual({
    error: expect.stringContaining('assignScatterElements: axis is 3') as string,
  });
});

test('computing leaves no tensors behind', async () => {
  const { numTensors } = tf.memory();
  await compute(OPENING, read('8 1 2 3 4 5 6 7 8'));
  const wrong = called('scatterElements', 'Out of bounds: an error');
  for (const inPlace of [false, true]) {
    await compute({ ...OPENING, inPlace });
    await compute({ ...wrong, inPlace });
  }
  expect(tf.memory().numTensors).toBe(numTensors);
});

test('updates follow the shapes of the others, unless they did not fit before', () => {
  const longer = changed(OPENING, { indices: read('7 1 4 4 6 2 4 0') });
  expect(longer.updates).toEqual(read('7 3 5 2 4 1 2 1'));
  const own = changed(longer, { updates: read('2 3 5') });
  expect(own.updates).toEqual(read('2 3 5'));
  expect(changed(own, { indices: read('3 1 2 3') }).updates).toEqual(read('2 3 5'));
  const lookup = called('gatherND', 'Embedding lookup');
  expect(changed(lookup, { op: 'scatterND' }).updates.shape).toEqual([3, 3]);
  expect(changed(lookup, { outOfBounds: 'drop' }).updates).toBe(lookup.updates);
});

test('each site is told in a sentence', async () => {
  const tell = async (call: Call, ...sites: number[]) => {
    const result = await computed(call);
    return sites.map((done) => storyOf(call, result, done));
  };
  expect(await tell(OPENING, 0, 3)).toEqual([
    'The output starts as a copy of data.',
    'updates[2] is added to output[4]: 5 becomes 7.',
  ]);
  expect(await tell(called('scatterElements', 'Out of bounds: dropped'), 2)).toEqual([
    'updates[1] is left out: the index is out of bounds.',
  ]);
  expect(await tell(called('scatterND', 'Gradient of an embedding'), 1)).toEqual([
    'updates[0, :] is added to output[2, :].',
  ]);
  expect(await tell(called('gatherElements', 'ONNX example 2: by columns'), 0, 4)).toEqual([
    'The output is still empty.',
    'output[1, 0] reads data[2, 0]: 7.',
  ]);
});

test('the player begins at the beginning, and stops at the end', async () => {
  const player = createPlayer();
  const { done, loop } = player;
  player.open(2);
  expect(done.value).toBe(0);
  for (const expected of [1, 2, 2]) {
    await loop.step();
    expect(done.value).toBe(expected);
  }
  player.goTo(-1);
  expect(done.value).toBe(0);
});

const run = (code: string) =>
  runExample({ name: 'the code', language: 'js', code, stated: [], exact: false });

const printOf = ({ shape, values }: Cells) =>
  squeeze(tf.tensor([...values], [...shape], 'float32').toString());

test('the code prints the gradients that the page shows', async () => {
  const dy = read('8 1 2 3 4 5 6 7 8');
  const call = { ...OPENING, reduction: 'mean', includeSelf: false } as const;
  const { gradients } = await computed(call, dy);
  const code = snippetOf(call, dy);
  expect(code).toContain("{ reduction: 'mean', includeSelf: false }");
  const printed = await run(code);
  expect(printed.slice(1)).toEqual(
    [gradients?.data, gradients?.updates].map((found) => found && printOf(found)),
  );
});
