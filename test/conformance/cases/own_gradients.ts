/** Gradients computed by hand where they are easy to get wrong: zeros, ties, NaN and policies. */
import type { CallOptions, ForwardCall, JsonNumber, OpUse } from '../../support/call.js';
import { resultShape } from '../../support/oracle_targets.js';
import { type Cell, readCalls } from '../../support/read_table.js';
import { f32, i32 } from '../../support/values.js';
import {
  gatherElements,
  gatherND,
  scatterElements,
  scatterND,
  scatterNDUpdate,
  use,
} from './op_case.js';

type Values = JsonNumber[];

/** Numbers for the tensors of a call, whose shapes follow from it. */
interface Numbers {
  dy: Values;
  data: Values;
  updates?: Values;
}

function tensorsOf(use: OpUse, { dy, data, updates }: Numbers) {
  const { inputs } = use;
  return {
    dy: f32(resultShape(use), dy),
    data: f32(inputs.data.shape, data),
    ...(inputs.updates && updates && { updates: f32(inputs.updates.shape, updates) }),
  };
}

/** A table of calls, and dy with the gradients. */
const gradients = (texts: readonly string[], ...cells: Cell<ForwardCall | Numbers>[]) =>
  readCalls<ForwardCall, Numbers>(texts, cells).map(([name, use, numbers]) => {
    const { dy, ...expected } = tensorsOf(use, numbers);
    return { name, ...use, dy, expected };
  });

/** A table of calls, directions, and the derivatives of the gradients along them. */
const secondOrder = (texts: readonly string[], ...cells: Cell<ForwardCall | Numbers>[]) =>
  readCalls<ForwardCall, Numbers>(texts, cells).map(([name, use, directions, derivatives]) => {
    const { dy, data: vData, updates: vUpdates } = tensorsOf(use, directions);
    return { name, ...use, dy, vData, vUpdates, expected: tensorsOf(use, derivatives) };
  });

/** Factors 0 3 4, then 2 0 5, 3 0 0 and 0 0 0: with one, one, two and three zeros; 7 alone. */
const zeros = (options: CallOptions = {}) =>
  scatterElements([0, 2, 3, 0, 7], [0, 0, 1, 1, 2, 2, 3, 3], [3, 4, 0, 5, 0, 0, 0, 0], {
    reduction: 'mul',
    ...options,
  });

/** Factors 1 1 1, then 5 5 4, 2 NaN 7 and NaN NaN 1; 3 alone. */
const ties = (options: CallOptions) =>
  scatterElements(
    [1, 5, 2, 'NaN', 3],
    [0, 0, 1, 1, 2, 2, 3, 3],
    [1, 1, 5, 4, 'NaN', 7, 'NaN', 1],
    options,
  );

/** Place 0 is hit twice, 1 and 2 once, 3 never; the last site is dropped. */
const some = (options: CallOptions) =>
  scatterElements([0, 5, 0, 2], [0, 0, 1, 2, 9], [3, 4, 0, 0, 8], { ...drop, ...options });

const ofUpdates = { reduction: 'mul', includeSelf: false };
const drop = { outOfBounds: 'drop' };
const clamp = { outOfBounds: 'clamp' };
const line = f32([3], [1, 2, 3]);

const onLine = (op: OpUse['op'], options: CallOptions) =>
  use(op, line, [1, -2, 5], [5, 6, 7], options);

/** Reads options from a title, such as 'add, clamp, includeSelf false'. */
function optionsOf(title: string): CallOptions {
  const [reduction, ...words] = title.split(', ');
  return {
    reduction,
    ...(words.includes('drop') && drop),
    ...(words.includes('clamp') && clamp),
    ...(words.includes('includeSelf false') && { includeSelf: false }),
  };
}

/** Rows whose calls differ in the options that their titles begin with. */
const byOptions = (
  dy: Values,
  callOf: (options: CallOptions) => ForwardCall,
  rows: [title: string, data: Values, updates: Values][],
) =>
  rows.flatMap(
    ([title, data, updates]) => gradients`
      ${title}: ${callOf(optionsOf(title))} => ${{ dy, data, updates }}
    `,
  );

export const gradientCases = [
  ...byOptions([1, 2, -1, 3, 10], zeros, [
    ['mul, with zeros', [12, 0, 0, 0, 10], [0, 0, 20, 0, 0, 0, 0, 0]],
    ['mul, includeSelf false, with zeros', [0, 0, 0, 0, 10], [4, 3, 10, 0, 0, 0, 0, 0]],
  ]),
  ...byOptions([3, 4, 5, 6, 7], ties, [
    ['max, with ties and NaN', [1, 2, 0, 3, 7], [1, 1, 2, 0, 5, 0, 3, 0]],
    ['min, with ties and NaN', [1, 0, 0, 3, 7], [1, 1, 0, 4, 5, 0, 3, 0]],
    ['max, includeSelf false, with ties', [0, 0, 0, 0, 7], [1.5, 1.5, 4, 0, 5, 0, 6, 0]],
  ]),
  ...byOptions([10, 20, 30], (options) => onLine('scatterND', options), [
    ['none, drop', [10, 0, 30], [0, 20, 0]],
    ['none, clamp', [10, 0, 0], [0, 20, 30]],
    ['none, clamp, includeSelf false', [10, 0, 0], [0, 20, 30]],
    ['add, drop', [10, 20, 30], [20, 20, 0]],
    ['add, clamp, includeSelf false', [10, 0, 0], [20, 20, 30]],
  ]),
  ...byOptions([10, 6, 30], (options) => onLine('scatterND', options), [
    ['mean, drop', [10, 2, 30], [2, 2, 0]],
    ['mean, drop, includeSelf false', [10, 0, 30], [3, 3, 0]],
  ]),
  ...byOptions(['Infinity', 'NaN', '-Infinity', 'Infinity'], some, [
    ['none, dy not finite', [0, 0, 0, Infinity], [0, Infinity, NaN, -Infinity, 0]],
    ['max, dy not finite', [0, NaN, -Infinity, Infinity], [0, Infinity, 0, -Infinity, 0]],
    ['mul, dy not finite', [Infinity, 0, 0, Infinity], [0, 0, NaN, 0, 0]],
    [
      'mean, includeSelf false, dy not finite',
      [0, 0, 0, Infinity],
      [Infinity, Infinity, NaN, -Infinity, 0],
    ],
  ]),
  ...gradients`
    max, where 0 equals -0, and NaN is every extremum:
      ${scatterElements(['-0', 'NaN'], [0, 1], [0, 5], { reduction: 'max' })}
      => ${{ dy: [2, 3], data: [1, 3], updates: [1, 0] }}
    sub, drop:
      ${onLine('scatterNDUpdate', { reduction: 'sub', ...drop })}
      => ${{ dy: [10, 20, 30], data: [10, 20, 30], updates: [-20, -20, 0] }}
    sub, includeSelf false:
      ${scatterNDUpdate(line, [2], [5], { reduction: 'sub', includeSelf: false })}
      => ${{ dy: [10, 20, 30], data: [10, 20, 0], updates: [-30] }}
    a scalar, added three times:
      ${scatterND(line, [1, -2, 5], f32([], [5]), { reduction: 'sum', ...clamp })}
      => ${{ dy: [10, 20, 30], data: [10, 20, 30], updates: [70] }}
    one update of another shape, added:
      ${scatterNDUpdate(line, i32([1], [1]), f32([1, 1], [5]), { reduction: 'add' })}
      => ${{ dy: [10, 20, 30], data: [10, 20, 30], updates: [20] }}
    one update of another shape, multiplied:
      ${scatterNDUpdate(line, i32([1], [1]), f32([1, 1], [5]), { reduction: 'mul' })}
      => ${{ dy: [10, 20, 30], data: [10, 100, 30], updates: [40] }}
    tensorScatterAdd:
      ${onLine('tensorScatterAdd', drop)}
      => ${{ dy: [10, 20, 30], data: [10, 20, 30], updates: [20, 20, 0] }}
    tensorScatterSub:
      ${onLine('tensorScatterSub', drop)}
      => ${{ dy: [10, 20, 30], data: [10, 20, 30], updates: [-20, -20, 0] }}
    tensorScatterMax:
      ${onLine('tensorScatterMax', drop)}
      => ${{ dy: [10, 20, 30], data: [10, 0, 30], updates: [0, 20, 0] }}
    tensorScatterMin:
      ${onLine('tensorScatterMin', drop)}
      => ${{ dy: [10, 20, 30], data: [10, 20, 30], updates: [0, 0, 0] }}
    gatherElements, drop:
      ${gatherElements(line, [5, 0, -9, -3], drop)} => ${{ dy: [1, 2, 4, 8], data: [10, 0, 0] }}
    gatherElements, clamp:
      ${gatherElements(line, [5, 0, -9, -3], clamp)} => ${{ dy: [1, 2, 4, 8], data: [14, 0, 1] }}
    gatherND, batches:
      ${gatherND(f32([2, 2], [1, 2, 3, 4]), i32([2, 2, 1], [1, 1, 0, -1]), { batchDims: 1 })}
      => ${{ dy: [1, 2, 4, 8], data: [0, 3, 4, 8] }}
  `,
];

export const secondOrderCases = secondOrder`
  mul with zeros:
    ${zeros()}
    => ${{ dy: [1, 2, -1, 3, 10], data: [1, 1, 1, 1, 1], updates: [1, 2, 3, 4, 5, 6, 7, 8] }}
    => ${{
      dy: [12, 30, 0, 0, 1],
      data: [10, 30, 0, 0, 0],
      updates: [4, 3, 26, 12, -18, -15, 0, 0],
    }}
  mul without data's own factor:
    ${scatterElements([7, 0, 3], [0, 0, 1], [2, 5, 4], ofUpdates)}
    => ${{ dy: [2, 3, 4], data: [1, 1, 6], updates: [10, 100, 7] }}
    => ${{ dy: [250, 7, 6], data: [0, 0, 0], updates: [200, 20, 0] }}
  max with ties and NaN:
    ${ties({ reduction: 'max' })}
    => ${{ dy: [3, 4, 5, 6, 7], data: [1, 2, 3, 4, 5], updates: [4, 7, 6, 1, 9, 1, 8, 1] }}
    => ${{ dy: [4, 4, 9, 6, 5], data: [0, 0, 0, 0, 0], updates: [0, 0, 0, 0, 0, 0, 0, 0] }}
  none, directions not finite:
    ${some({ reduction: 'none' })}
    => ${{
      dy: [1, 2, 3, 4],
      data: ['Infinity', 'NaN', '-Infinity', 7],
      updates: ['Infinity', 2, 3, 4, 'NaN'],
    }}
    => ${{ dy: [2, 3, 4, 7], data: [0, 0, 0, 0], updates: [0, 0, 0, 0, 0] }}
  max, directions not finite:
    ${some({ reduction: 'max' })}
    => ${{
      dy: [1, 2, 3, 4],
      data: ['Infinity', 3, 6, 7],
      updates: ['-Infinity', 2, 'NaN', 4, 'NaN'],
    }}
    => ${{ dy: [2, 3, 5, 7], data: [0, 0, 0, 0], updates: [0, 0, 0, 0, 0] }}
`;
