/** Reductions of bool, string and complex64, and gathers of values that are not plain numbers. */
import type { TensorData } from '../../support/call.js';
import { bool, bytes, c64, i32, str } from '../../support/values.js';
import { rejected } from '../../support/read_table.js';
import {
  gatherElements,
  gatherND,
  results,
  scatterElements,
  scatterND,
  scatterNDUpdate,
  type ResultCase,
} from './op_case.js';

/** 0 1, 0 1, 0 0, 1 1 and 1 1 land on 0, 1, 1, 0 and 1; another 0 and 1 get nothing. */
const truth: [reduction: string, withSelf: (0 | 1)[], withoutSelf: (0 | 1)[]][] = [
  ['none', [1, 1, 0, 1, 1, 0, 1], [1, 1, 0, 1, 1, 0, 1]],
  ['add', [1, 1, 1, 1, 1, 0, 1], [1, 1, 0, 1, 1, 0, 1]],
  ['max', [1, 1, 1, 1, 1, 0, 1], [1, 1, 0, 1, 1, 0, 1]],
  ['mul', [0, 0, 0, 0, 1, 0, 1], [0, 0, 0, 1, 1, 0, 1]],
  ['min', [0, 0, 0, 0, 1, 0, 1], [0, 0, 0, 1, 1, 0, 1]],
  ['sub', [1, 0, 1, 0, 1, 0, 1], [1, 1, 0, 0, 0, 0, 1]],
];

const switches = bool([7], [0, 1, 1, 0, 1, 0, 1]);
const onto = i32([10, 1], [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
const flips = bool([10], [0, 1, 0, 1, 0, 0, 1, 1, 1, 1]);

const withAndWithoutSelf = (of: string, data: TensorData, updates: TensorData): ResultCase[] =>
  truth.flatMap(([reduction, withSelf, withoutSelf]) => {
    const onData = (includeSelf: boolean) =>
      scatterNDUpdate(data, onto, updates, { reduction, includeSelf });
    return results`
      ${reduction} of ${of}, includeSelf true: ${onData(true)} => ${withSelf}
      ${reduction} of ${of}, includeSelf false: ${onData(false)} => ${withoutSelf}
    `;
  });

export const booleans = withAndWithoutSelf('bool', switches, flips);

const oddBytes = (values: number[]) =>
  values.map((value, i) => (value === 0 ? 0 : 1 + ((i * 85) % 251)));
const oddSwitches = bytes([7], oddBytes([0, 1, 1, 0, 1, 0, 1]));
const oddFlips = bytes([10], oddBytes([0, 1, 0, 1, 0, 0, 1, 1, 1, 1]));
const oddBools = bytes([2, 6], [0, 2, 255, 1, 128, 0, 3, 0, 1, 64, 0, 254]);

/** Bytes other than 0 and 1 are true, and come out as 1. */
export const bytesOfBool: ResultCase[] = [
  ...withAndWithoutSelf('bytes', oddSwitches, oddFlips),
  ...results`
    bytes are gathered: ${gatherElements(oddSwitches, [0, 1, 2, -1, 3])} => ${[0, 1, 1, 1, 0]}
    slices of bytes are gathered:
      ${gatherND(oddBools, [1, 0, 1])} => ${[1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 1]}
    slices of bytes replace others:
      ${scatterND(oddBools, [1], [0, 9, 1, 0, 0, 200])} => ${[0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1]}
    bytes without sites come out as 1:
      ${scatterND(oddBools, [], [])} => ${[0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 1]}
    few bytes along an axis:
      ${scatterElements(oddBools, i32([1, 6], [0, 1, 0, 1, 0, 1]), [7, 0, 0, 8, 1, 9], {
        reduction: 'max',
      })}
      => ${[1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 1]}
  `,
];

const words = str([5], ['a', '', 'ü', '日本', 'z']);
const parts = str([5], ['x', 'y', 'ß', '', '語👍']);
const places = i32([5], [0, 0, 2, 1, 3]);

export const strings = results`
  strings are gathered:
    ${gatherElements(words, [3, -1, 1, 2, 2, -5])} => ${['日本', 'z', '', 'ü', 'ü', 'a']}
  slices of strings are gathered:
    ${gatherND(str([2, 2], ['a', 'é', '', 'd']), [1, 0, -1])} => ${['', 'd', 'a', 'é', '', 'd']}
  the last string wins: ${scatterElements(words, places, parts)} => ${['y', '', 'ß', '語👍', 'z']}
  strings are joined in order:
    ${scatterElements(words, places, parts, { reduction: 'add' })}
    => ${['axy', '', 'üß', '日本語👍', 'z']}
  strings are joined without data:
    ${scatterElements(words, places, parts, { reduction: 'add', includeSelf: false })}
    => ${['xy', '', 'ß', '語👍', 'z']}
  slices of strings are joined:
    ${scatterNDUpdate(str([2, 2], ['a', 'b', 'c', 'd']), [1, 1, 0], ['1', '2', '3', '4', '5', ''], {
      reduction: 'sum',
    })}
    => ${['a5', 'b', 'c13', 'd24']}
`;

const z = c64([3], [1, 2, 3, -4, 0, 0]);
const changes = c64([3], [1, 1, 2, -3, -1, 0.5]);
const targets = i32([3, 1], [0, 0, 2]);
const line = i32([3], [0, 0, 2]);

export const complexNumbers = results`
  complex elements are gathered:
    ${gatherElements(z, [1, -3, 0, -1])} => ${[3, -4, 1, 2, 1, 2, 0, 0]}
  a dropped complex element is 0:
    ${gatherND(z, [3, 1], { outOfBounds: 'drop' })} => ${[0, 0, 3, -4]}
  complex slices are gathered:
    ${gatherND(c64([2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), [-1])} => ${[5, 6, 7, 8]}
  the last complex number wins: ${scatterElements(z, line, changes)} => ${[2, -3, 3, -4, -1, 0.5]}
  complex sums:
    ${scatterElements(z, line, changes, { reduction: 'add' })} => ${[4, 0, 3, -4, -1, 0.5]}
  complex sums without data:
    ${scatterNDUpdate(z, targets, changes, { reduction: 'sum', includeSelf: false })}
    => ${[3, -2, 3, -4, -1, 0.5]}
  complex differences:
    ${scatterNDUpdate(z, targets, changes, { reduction: 'sub' })} => ${[-2, 4, 3, -4, 1, -0.5]}
  complex differences without data:
    ${scatterNDUpdate(z, targets, changes, { reduction: 'sub', includeSelf: false })}
    => ${[-3, 2, 3, -4, 1, -0.5]}
  complex numbers with NaN and infinity:
    ${scatterND(z, targets, ['NaN', 1, 0, 'Infinity', 0, 0], { reduction: 'add' })}
    => ${['NaN', 'Infinity', 3, -4, 0, 0]}
  no complex numbers: ${gatherElements(z, [])} => ${[]}
`;

export const undefinedReductions = [
  ...rejected`
    reduction 'mean' got data of dtype bool:
      ${scatterND(switches, onto, flips, { reduction: 'mean' })}
    reduction 'sub' got data of dtype string:
      ${scatterNDUpdate(words, [0], ['x'], { reduction: 'sub' })}
    reduction 'prod' got data of dtype string:
      ${scatterNDUpdate(words, [0], ['x'], { reduction: 'prod' })}
  `,
  ...['mul', 'max', 'min', 'mean'].flatMap(
    (reduction) => rejected`
      reduction '${reduction}' got data of dtype complex64:
        ${scatterND(z, targets, changes, { reduction })}
      reduction '${reduction}' got data of dtype string:
        ${scatterElements(words, places, parts, { reduction })}
    `,
  ),
];
