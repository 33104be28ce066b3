/** Adjusts a call after a change, so that it can still be computed. */
import { isScatter, OPS, type Call, type OpName, type State } from './call.js';
import { resized, sameShape } from './cells.js';
import { valuesShapeOf } from './compute.js';
import { converted, FILL, type Dtype } from './dtypes.js';
import { firstPreset } from './presets/index.js';

/** Chooses another op: inputs stay if it addresses them alike, else its first example comes. */
export function withOp(state: State, op: OpName): State {
  if (OPS[op].axisOption !== OPS[state.op].axisOption) return { ...state, ...firstPreset(op).call };
  const reduction = isScatter(op) ? state.reduction : 'none';
  return fitUpdates({ ...state, op, reduction }, '1');
}

export function withDtype<Given extends Call>(state: Given, dtype: Dtype): Given {
  const convert = (texts: readonly string[]) => texts.map((text) => converted(text, dtype));
  const { data, updates } = state;
  return {
    ...state,
    dtype,
    data: { ...data, texts: convert(data.texts) },
    updates: { ...updates, texts: convert(updates.texts) },
  };
}

/** Applies a change by hand; updates that had the shape of the addressed values keep having it. */
export function withChange(state: State, change: Partial<State>): State {
  const next = { ...state, ...change };
  const before = valuesShapeOf(state);
  const fitted = before !== undefined && sameShape(before, state.updates.shape);
  return fitted && change.updates === undefined ? fitUpdates(next, FILL[next.dtype]) : next;
}

/** Gives updates the shape of the values that the sites address, if there is one. */
export function fitUpdates(state: State, fill: string): State {
  const shape = isScatter(state.op) ? valuesShapeOf(state) : undefined;
  if (shape === undefined || sameShape(shape, state.updates.shape)) return state;
  return { ...state, updates: resized(state.updates, shape, fill) };
}
