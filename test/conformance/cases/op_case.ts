/** A row in a table of cases: a named call, and its literal result or parts of its error. */
import type {
  CallOptions,
  GatherName,
  OpUse,
  ScatterName,
  TensorData,
  TensorScatterName,
} from '../../support/call.js';
import { titled } from '../../support/rows.js';

export interface ResultCase extends OpUse {
  name: string;
  expected: TensorData;
}

/** `error` lists what the message must contain, in any order and case. */
export interface ErrorCase extends OpUse {
  name: string;
  error: string[];
}

export type OpCase = ResultCase | ErrorCase;

function gather(
  op: GatherName,
  data: TensorData,
  indices: TensorData,
  options: CallOptions = {},
): OpUse {
  return { op, inputs: { data, indices }, options };
}

export function scatter(
  op: ScatterName | TensorScatterName,
  data: TensorData,
  indices: TensorData,
  updates: TensorData,
  options: CallOptions = {},
): OpUse {
  return { op, inputs: { data, indices, updates }, options };
}

type Gather = (data: TensorData, indices: TensorData, options?: CallOptions) => OpUse;
type Scatter = (
  ...args: [data: TensorData, indices: TensorData, updates: TensorData, options?: CallOptions]
) => OpUse;

export const gatherElements: Gather = (...args) => gather('gatherElements', ...args);
export const gatherND: Gather = (...args) => gather('gatherND', ...args);
export const scatterElements: Scatter = (...args) => scatter('scatterElements', ...args);
export const scatterND: Scatter = (...args) => scatter('scatterND', ...args);
export const scatterNDUpdate: Scatter = (...args) => scatter('scatterNDUpdate', ...args);

/** Rows by name, or computed rows that begin with their names. */
type Rows<Use, Outcome> = Record<string, [Use, Outcome]> | [string, Use, Outcome][];

const rowsOf = <Use, Outcome>(rows: Rows<Use, Outcome>): [string, Use, Outcome][] =>
  Array.isArray(rows) ? rows : titled(rows);

/** Turns calls and their results into cases. */
export const results = (rows: Rows<OpUse, TensorData>): ResultCase[] =>
  rowsOf(rows).map(([name, use, expected]) => ({ name, ...use, expected }));

/** Turns calls and parts of their messages into cases. */
export const errors = (rows: Rows<OpUse, string[]>): ErrorCase[] =>
  rowsOf(rows).map(([name, use, error]) => ({ name, ...use, error }));
