/** The ends of int32, means that are not integers, and the order of float32's roundings. */
import type { JsonNumber } from '../../support/call.js';
import { i32 } from '../../support/values.js';
import { gatherElements, results, scatterNDUpdate } from './op_case.js';

const MAX = 2147483647;
const MIN = -2147483648;

const onto =
  (data: number[], indices: number[], updates: number[], reduction: string) =>
  (includeSelf = true) =>
    scatterNDUpdate(i32([data.length], data), indices, updates, { reduction, includeSelf });

export const wholeNumbers = results`
  values beyond 2^24 are gathered exactly:
    ${gatherElements(i32([4], [MAX, MIN, 16777217, -16777217]), [3, 2, 1, 0])}
    => ${[-16777217, 16777217, MIN, MAX]}
  add is exact beyond 2^24: ${onto([16777217], [0], [1], 'add')()} => ${[16777218]}
  add wraps upwards: ${onto([MAX, 5], [0], [1], 'add')()} => ${[MIN, 5]}
  add wraps downwards: ${onto([MIN], [0], [-1], 'add')()} => ${[MAX]}
  sub wraps: ${onto([MIN], [0], [1], 'sub')()} => ${[MAX]}
  sub of the smallest number: ${onto([0], [0], [MIN], 'sub')()} => ${[MIN]}
  sub of only the smallest number: ${onto([3], [0], [MIN], 'sub')(false)} => ${[MIN]}
  mul wraps to 0: ${onto([65536], [0], [65536], 'mul')()} => ${[0]}
  mul wraps to -2: ${onto([MAX], [0], [2], 'mul')()} => ${[-2]}
  mul wraps exactly where a product of doubles is rounded:
    ${onto([123456789], [0], [987654321], 'mul')()} => ${[-67153019]}
  max of both ends: ${onto([MIN], [0], [MAX], 'max')()} => ${[MAX]}
  min of both ends: ${onto([MAX], [0], [MIN], 'min')()} => ${[MIN]}
  max of only the smallest: ${onto([0], [0], [MIN], 'max')(false)} => ${[MIN]}
  min of only the largest: ${onto([0], [0], [MAX], 'min')(false)} => ${[MAX]}
  mean floors below zero: ${onto([-4, 0], [0, 0, 1], [-3, 0, -1], 'mean')()} => ${[-3, -1]}
  mean floors below zero, includeSelf false:
    ${onto([-4, 0], [0, 0, 1], [-3, 0, -1], 'mean')(false)} => ${[-2, -1]}
  mean without a remainder: ${onto([-6], [0, 0], [-3, 0], 'mean')()} => ${[-3]}
  the sum in mean wraps: ${onto([MAX], [0], [1], 'mean')()} => ${[-1073741824]}
  the sum in mean wraps without data: ${onto([9], [0, 0], [MAX, MAX], 'mean')(false)} => ${[-1]}
`;

const floats =
  (data: JsonNumber[], indices: number[], updates: JsonNumber[]) =>
  (reduction: string, includeSelf = true) =>
    scatterNDUpdate(data, indices, updates, { reduction, includeSelf });

const withNaN = floats([1, 'NaN', 3, 4], [0, 0, 1, 3, 3], ['NaN', 5, 2, 7, 'NaN']);
const ends = floats([0, 0, 'Infinity', 'NaN'], [0, 1], ['-Infinity', 'Infinity']);

export const unusualFloats = results`
  max keeps NaN, whatever the order: ${withNaN('max')} => ${['NaN', 'NaN', 3, 'NaN']}
  min keeps NaN, whatever the order: ${withNaN('min')} => ${['NaN', 'NaN', 3, 'NaN']}
  NaN in replaced data, max: ${withNaN('max', false)} => ${['NaN', 2, 3, 'NaN']}
  NaN in replaced data, min: ${withNaN('min', false)} => ${['NaN', 2, 3, 'NaN']}
  NaN in replaced data, none: ${withNaN('none')} => ${[5, 2, 3, 'NaN']}
  NaN in replaced data, add: ${withNaN('add', false)} => ${['NaN', 2, 3, 'NaN']}
  max with infinities: ${ends('max')} => ${[0, 'Infinity', 'Infinity', 'NaN']}
  max of infinities: ${ends('max', false)} => ${['-Infinity', 'Infinity', 'Infinity', 'NaN']}
  min with infinities: ${ends('min')} => ${['-Infinity', 0, 'Infinity', 'NaN']}
  min of infinities: ${ends('min', false)} => ${['-Infinity', 'Infinity', 'Infinity', 'NaN']}
  0 times infinity: ${ends('mul')} => ${['NaN', 'NaN', 'Infinity', 'NaN']}
  untouched infinities stay: ${ends('add')} => ${['-Infinity', 'Infinity', 'Infinity', 'NaN']}
  infinities that cancel:
    ${floats([1, 2], [0, 0], ['Infinity', '-Infinity'])('add')} => ${['NaN', 2]}
  a product beyond float32: ${floats([1e38, 1], [0], [-10])('mul')} => ${['-Infinity', 1]}
  a sum beyond float32: ${floats([3e38], [0], [3e38])('add')} => ${['Infinity']}
  -0 is gathered: ${gatherElements(['-0', 0], [0, 1, 0])} => ${['-0', 0, '-0']}
  -0 is written: ${floats([1, '-0', 0], [0, 2], ['-0', '-0'])('none')} => ${['-0', '-0', '-0']}
  -0 in sums: ${floats(['-0', 0, '-0'], [0, 1], ['-0', '-0'])('add')} => ${['-0', 0, '-0']}
  -0 in products: ${floats([1, -1, '-0'], [0, 1, 2], ['-0', 0, -2])('mul')} => ${['-0', '-0', 0]}
  sums are rounded one by one, in order:
    ${floats([1], [0, 0, 0], [16777216, 1, 1])('add')} => ${[16777216]}
  sums without data start at the first update:
    ${floats([9], [0, 0, 0], [1, 16777216, -16777216])('add', false)} => ${[0]}
  differences are rounded one by one, in order:
    ${floats([16777216], [0, 0, 0], [-1, -1, 16777216])('sub')} => ${[0]}
  the sum in mean is rounded in order:
    ${floats([16777216], [0, 0], [1, 1])('mean')} => ${[5592405.5]}
`;
