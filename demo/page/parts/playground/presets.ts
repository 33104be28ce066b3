/** Examples to start from, some of them from ONNX and OpenVINO. */
import type { Call, OpName } from './call.js';
import { parseCells } from './cells.js';

/** The defaults of a call. A gather ignores updates. */
export const DEFAULTS = {
  updates: { shape: [], values: [1] },
  axis: 0,
  batchDims: 0,
  reduction: 'none',
  includeSelf: true,
  outOfBounds: 'error',
} as const satisfies Partial<Call>;

/** @param inputs - data, indices and updates as an address writes them, with commas between. */
function preset(op: OpName, label: string, inputs: string, options: Partial<Call> = {}) {
  const [data, indices, updates = DEFAULTS.updates] = inputs.split(', ').map((text) => {
    const cells = parseCells(text);
    if (cells === undefined)
      throw new Error(`The example has ‘${text}’, expected a shape and its values.`);
    return cells;
  });
  const call: Call = { op, ...DEFAULTS, data, indices, updates, ...options };
  return { label, call };
}

const SIX = '8 0 0 0 0 0 0 0 0, 6 1 4 4 6 2 4, 6 3 5 2 4 1 2';
const MEET = '3 10 10 10, 4 0 1 1 1, 4 5 2 4 3';
const OUTSIDE = '4 0 0 0 0, 4 1 7 -9 -1, 4 10 20 30 40';
const COLUMNS = '3x3 0 0 0 0 0 0 0 0 0, 2x3 1 0 2 0 2 1, 2x3 1 1.1 1.2 2 2.1 2.2';
const ROW = '1x5 1 2 3 4 5, 1x2 1 3, 1x2 1.1 2.1';
const EMBEDDING = '4x3 0 0 0 0 0 0 0 0 0 0 0 0, 3x1 2 0 2, 3x3 1 2 3 4 5 6 10 20 30';
const BATCHES = '2x3 0 0 0 0 0 0, 2x2x1 0 2 1 1, 2x2 1 2 3 4';
const FOUR = '4 1 2 3 4, 5x1 0 2 -3 -3 0, 5 10 20 30 40 50';
const SQUARE = '3x3 1 2 3 4 5 6 7 8 9, 2x3 1 2 0 2 0 0';
const WORDS = '4x3 0.1 0.2 0.3 1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3, 3x1 2 0 2';
const CUBE = '2x2x2 0 1 2 3 4 5 6 7, 2x1 1 0';

const ADD_BATCHES = { reduction: 'add', batchDims: 1 } as const;

export const PRESETS = [
  preset('scatterElements', 'Three of six updates collide', SIX, { reduction: 'add' }),
  preset('scatterElements', 'Collisions: the last one wins', MEET),
  preset('scatterElements', 'Collisions: added', MEET, { reduction: 'add' }),
  preset('scatterElements', 'Collisions: multiplied', MEET, { reduction: 'mul' }),
  preset('scatterElements', 'Collisions: the largest stays', MEET, { reduction: 'max' }),
  preset('scatterElements', 'Collisions: averaged', MEET, { reduction: 'mean' }),
  preset('scatterElements', 'Out of bounds: an error', OUTSIDE),
  preset('scatterElements', 'Out of bounds: dropped', OUTSIDE, { outOfBounds: 'drop' }),
  preset('scatterElements', 'Out of bounds: clamped', OUTSIDE, { outOfBounds: 'clamp' }),
  preset('scatterElements', 'ONNX example 1: by columns', COLUMNS),
  preset('scatterElements', 'ONNX example 2: along a row', ROW, { axis: 1 }),
  preset('scatterND', 'Gradient of an embedding', EMBEDDING, { reduction: 'add' }),
  preset('scatterND', 'Batches with their own indices', BATCHES, ADD_BATCHES),
  preset('scatterNDUpdate', 'OpenVINO example: subtracted', FOUR, { reduction: 'sub' }),
  preset('gatherElements', 'ONNX example 2: by columns', SQUARE),
  preset('gatherND', 'Embedding lookup', WORDS),
  preset('gatherND', 'ONNX example 5: batches', CUBE, { batchDims: 1 }),
];

export const OPENING = PRESETS[0].call;

export const presetsOf = (op: OpName) => PRESETS.filter(({ call }) => call.op === op);

/** The example that equals a call; undefined if the visitor made it. */
export function presetLike(call: Call) {
  const textOf = (other: Call) =>
    JSON.stringify(Object.keys(OPENING).map((name) => other[name as keyof Call]));
  return PRESETS.find((preset) => textOf(preset.call) === textOf(call));
}
