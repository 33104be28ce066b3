/** A row in a table of cases: a named call, and its literal result or parts of its error. */
import type { CallInputs, CallOptions, ForwardCall, OpUse } from '../../support/call.js';
import { resultShape } from '../../support/oracle_targets.js';
import { type ErrorOf, type ResultOf, resultTable } from '../../support/read_table.js';
import { given, type Given } from '../../support/values.js';

export type ResultCase = ResultOf<ForwardCall>;

export type OpCase = ResultCase | ErrorOf<ForwardCall>;

/**
 * Values alone are: as data, a float32 vector; as indices, one for each site; as updates, of data's
 * dtype, in the shape that the op expects.
 */
export function use(
  op: OpUse['op'],
  data: Given,
  indices: Given,
  updates?: Given,
  options: CallOptions = {},
): ForwardCall {
  const elements = op.endsWith('Elements');
  const inputs: CallInputs = {
    data: given(data, 'float32'),
    indices: given(indices, 'int32', (size) => (elements ? [size] : [size, 1])),
  };
  if (updates !== undefined) {
    const read = elements ? 'gatherElements' : 'gatherND';
    const shapeOf = () => resultShape({ op: read, inputs, options });
    inputs.updates = given(updates, inputs.data.dtype, shapeOf);
  }
  return { kind: 'forward', op, inputs, options };
}

type Gather = (data: Given, indices: Given, options?: CallOptions) => ForwardCall;
type Scatter = (data: Given, indices: Given, updates: Given, options?: CallOptions) => ForwardCall;

export const gatherElements: Gather = (data, indices, options) =>
  use('gatherElements', data, indices, undefined, options);
export const gatherND: Gather = (data, indices, options) =>
  use('gatherND', data, indices, undefined, options);
export const scatterElements: Scatter = (...args) => use('scatterElements', ...args);
export const scatterND: Scatter = (...args) => use('scatterND', ...args);
export const scatterNDUpdate: Scatter = (...args) => use('scatterNDUpdate', ...args);

/** A table of calls and their results. Values alone have data's dtype and the result's shape. */
export const results = resultTable((use: ForwardCall, expected) =>
  given(expected, use.inputs.data.dtype, () => resultShape(use)),
);
