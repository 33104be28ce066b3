/** A row in a table of cases: a named call, and its literal result or parts of its error. */
import type {
  CallOptions,
  GatherName,
  OpUse,
  ScatterName,
  TensorData,
  TensorScatterName,
} from '../../support/call.js';

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

export function gather(
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

/** Turns rows of [name, call, expected] into cases. */
export function results(rows: [string, OpUse, TensorData][]): ResultCase[] {
  return rows.map(([name, use, expected]) => ({ name, ...use, expected }));
}

/** Turns rows of [name, call, parts of the message] into cases. */
export function errors(rows: [string, OpUse, string[]][]): ErrorCase[] {
  return rows.map(([name, use, error]) => ({ name, ...use, error }));
}
