/** The state of the playground in the address, and back. */
import { OUT_OF_BOUNDS, REDUCTIONS } from 'tfjs-gather-scatter';
import type { ChoiceReader } from '../../shared/choices.js';
import {
  DEFAULT_OPTIONS,
  isScatter,
  NO_CELLS,
  OPS,
  OP_NAMES,
  type Call,
  type OpName,
  type Options,
  type State,
} from './call.js';
import type { Cells } from './cells.js';
import { formatCells, parseCells } from './cells_text.js';
import { withDtype } from './changes.js';
import { DTYPES } from './dtypes.js';
import { firstPreset, presetsOf } from './presets/index.js';

/** Writes a call's own part of the query, without options that are the default. */
export function queryOfCall(call: Call): URLSearchParams {
  const { axisOrBatchDims, reduction, includeSelf, outOfBounds } = call;
  const query = new URLSearchParams({ op: call.op, dtype: call.dtype });
  query.set('data', formatCells(call.data));
  query.set('indices', formatCells(call.indices));
  if (axisOrBatchDims !== 0) query.set(OPS[call.op].axisOption, String(axisOrBatchDims));
  if (isScatter(call.op)) {
    query.set('updates', formatCells(call.updates));
    if (reduction !== 'none') query.set('reduction', reduction);
    if (!includeSelf) query.set('includeSelf', 'false');
  }
  if (outOfBounds !== 'error') query.set('outOfBounds', outOfBounds);
  return query;
}

export function queryOf(state: State): URLSearchParams {
  const query = queryOfCall(state);
  if (!state.arrows) query.set('arrows', 'false');
  if (state.gradients) {
    query.set('gradients', 'true');
    if (state.dy.texts.some((text) => text !== '1')) query.set('dy', formatCells(state.dy));
  }
  return query;
}

/** What becomes of the problems of an address. */
export const INSTEAD = 'An example or a default takes the place of each.';

/** Reads a query, with an example of the op if it has no inputs, or wrong ones. */
export function stateOf(query: URLSearchParams, choices: ChoiceReader): State {
  const op = choices.word('op', OP_NAMES);
  const options = readOptions(query, choices, op);
  const inputs = readInputs(query, choices, op);
  const call = inputs ? { op, ...DEFAULT_OPTIONS, ...options, ...inputs } : exampleOf(op, options);
  const gradients = choices.boolean('gradients');
  const dy = gradients && query.has('dy') ? readCells(query, choices, 'dy') : undefined;
  if (!gradients) refuse(query, choices, 'dy', 'has no effect without gradients=true');
  const arrows = readBoolean(choices, 'arrows') ?? true;
  return { ...call, arrows, gradients, dy: dy ?? NO_CELLS };
}

/** The first example with the options that are given, or else the first of all, changed by them. */
function exampleOf(op: OpName, options: Partial<Options>): Call {
  const names = Object.keys(options) as (keyof Options)[];
  const fits = (call: Call) => names.every((name) => call[name] === options[name]);
  const { call } = presetsOf(op).find(({ call }) => fits(call)) ?? firstPreset(op);
  return { ...withDtype(call, options.dtype ?? call.dtype), ...options };
}

/** Reads the options that the address has, and the op takes. */
function readOptions(query: URLSearchParams, choices: ChoiceReader, op: OpName): Partial<Options> {
  const { axisOption, scatters } = OPS[op];
  const foreign = axisOption === 'axis' ? 'batchDims' : 'axis';
  for (const name of [foreign, ...(scatters ? [] : ['reduction', 'includeSelf', 'updates'])]) {
    refuse(query, choices, name, `is nothing that ${op} takes`);
  }
  const read: { [Name in keyof Options]: Options[Name] | undefined } = {
    dtype: readWord(choices, 'dtype', DTYPES),
    axisOrBatchDims: readInteger(choices, axisOption),
    reduction: scatters ? readWord(choices, 'reduction', REDUCTIONS) : undefined,
    includeSelf: scatters ? readBoolean(choices, 'includeSelf') : undefined,
    outOfBounds: readWord(choices, 'outOfBounds', OUT_OF_BOUNDS),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Reads the inputs of a call; undefined if there are none, or a wrong one among them. */
function readInputs(
  query: URLSearchParams,
  choices: ChoiceReader,
  op: OpName,
): Pick<Call, 'data' | 'indices' | 'updates'> | undefined {
  const names = isScatter(op) ? ['data', 'indices', 'updates'] : ['data', 'indices'];
  if (!names.some((name) => query.has(name))) return undefined;
  const read = names.map((name) => readCells(query, choices, name));
  const [data, indices, updates = NO_CELLS] = read;
  return data && indices && !read.includes(undefined) ? { data, indices, updates } : undefined;
}

function readCells(query: URLSearchParams, choices: ChoiceReader, name: string): Cells | undefined {
  const cells = parseCells(query.get(name));
  if (typeof cells === 'string') choices.wrong(name, cells);
  else choices.also(name);
  return typeof cells === 'string' ? undefined : cells;
}

/** Tells of a name that is there, and has no meaning. */
function refuse(query: URLSearchParams, choices: ChoiceReader, name: string, why: string): void {
  if (query.has(name)) choices.wrong(name, why);
}

function readWord<Word extends string>(
  choices: ChoiceReader,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const find = (given: string) => words.find((word) => word === given);
  return choices.value(name, find, `one of ${words.join(', ')}`, undefined);
}

function readBoolean(choices: ChoiceReader, name: string): boolean | undefined {
  const word = readWord(choices, name, ['true', 'false']);
  return word === undefined ? undefined : word === 'true';
}

function readInteger(choices: ChoiceReader, name: string): number | undefined {
  const parse = (given: string) => (/^-?\d{1,6}$/.test(given) ? Number(given) : undefined);
  return choices.value(name, parse, 'an integer', undefined);
}
