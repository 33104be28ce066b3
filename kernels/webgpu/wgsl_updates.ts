/**
 * WGSL for the updates of a scatter, stored in a tensor or read from their sources.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { updateInputs } from '../contract/plan.js';
import type { GatheredUpdates, RowsOfSites, ScatterPlan } from '../contract/plan.js';
import type { Run } from './program.js';
import { bitsOf, typeOf, type Units, valueOf } from './wgsl_values.js';

/** The parts of a program that read updates. */
export interface UpdateReader {
  inputs: Run['inputs'];
  numbers: Record<string, number>;
  functions: string;
  /** Writes an expression for the row that a site reads. */
  row: (site: string) => string;
  /** Writes an expression for unit `c` of a site's updates, and for its bits. `row` saves finding the row. */
  value: (site: string, c: string, row?: string) => string;
  bits: (site: string, c: string) => string;
}

export function updateReader(plan: ScatterPlan, units: Units): UpdateReader {
  const { updates, gathered } = plan;
  const inputs = updateInputs(plan);
  const numbers = { units: units.perSlice };
  if (!gathered) {
    const place = (site: string, c: string) => `${site} * uniforms.units + ${c}`;
    const bits = (site: string, c: string) => bitsOf('updates', place(site, c), updates, units);
    const value = (site: string, c: string) => valueOf('updates', place(site, c), updates, units);
    return { inputs, numbers, functions: '', row: (site) => site, value, bits };
  }
  const { source, data, weights, like, heads } = gathered;
  const ofSource = rowsOf('source', source);
  const ofData = like && rowsOf('data', data);
  const row = (site: string) => `sourceRow(${site})`;
  const value = (site: string, c: string, known = row(site)) => `updateAt(${site}, ${known}, ${c})`;
  return {
    inputs: { ...inputs, ...ofData?.inputs },
    numbers: {
      ...numbers,
      ...(weights && { heads, perHead: units.perSlice / heads }),
      ...ofSource.numbers,
      ...ofData?.numbers,
    },
    functions: ofSource.functions + (ofData?.functions ?? '') + updateAt(plan, gathered, units),
    row,
    value,
    bits: (site, c) =>
      updates.dtype === 'float32'
        ? `bitcast<${typeOf('int32', units)}>(${value(site, c)})`
        : value(site, c),
  };
}

/** Writes `updateAt(site, row, c)`. */
function updateAt({ updates }: ScatterPlan, gathered: GatheredUpdates, units: Units): string {
  const { weights, like, fill, heads } = gathered;
  const weightAt = heads === 1 ? 'site' : 'site * uniforms.heads + c / uniforms.perHead';
  const type = typeOf(updates.dtype, units);
  return `fn updateAt(site : i32, row : i32, c : i32) -> ${type} {
  var value = select(${type}(${fill}), updates[max(row, 0) * uniforms.units + c], row >= 0);
${like ? compared(like.data, type, units) : ''}
${weights ? `  value *= weights[${weightAt}];` : ''}
  return value;
}
`;
}

/** Writes the comparison of source and data. It detects NaN by its bits. */
function compared({ dtype }: TensorInfo, type: string, units: Units): string {
  const compared = typeOf(dtype, units);
  const bits = typeOf('uint32', units);
  const isNaN = (name: string) =>
    `((bitcast<${bits}>(${name}) & ${bits}(0x7fffffffu)) > ${bits}(0x7f800000u))`;
  const areNaN = dtype === 'float32' ? ` | (${isNaN('a')} & ${isNaN('b')})` : '';
  return `  var a = ${compared}(0);
  if (row >= 0) { a = sourceLike[row * uniforms.units + c]; }
  let b = dataLike[max(dataRow(site), 0) * uniforms.units + c];
  value = select(${type}(0), value, (a == b)${areNaN});`;
}

/** Returns the parts of a program for `<name>Row(site)`, the row that a site addresses, or -1. */
export function rowsOf(
  name: 'source' | 'data',
  { indices, width, column, wraps, rows, sites, isBatched }: RowsOfSites,
): Pick<UpdateReader, 'inputs' | 'numbers' | 'functions'> {
  const wrapped = wraps ? `  index = select(index, index + rows, index < 0);\n` : '';
  return {
    inputs: { [`${name}Indices`]: indices },
    numbers: { [`${name}Rows`]: rows, [`${name}Sites`]: sites },
    functions: `fn ${name}Row(site : i32) -> i32 {
  let rows = uniforms.${name}Rows;
  var index = ${name}Indices[site * ${width} + ${column}];
${wrapped}  let row = ${isBatched ? `site / uniforms.${name}Sites * rows + ` : ''}index;
  return select(-1, row, u32(index) < u32(rows));
}
`,
  };
}
