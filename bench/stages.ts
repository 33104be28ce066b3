/**
 * The stages of the cpu kernels by themselves: from indices to offsets, combining and gathering. Then whole calls by the form of their arguments, and both ways around each threshold.
 * Figures are the least times in ns for each site or value, of arrays of 1M.
 */
import type { IndexCheck } from '../kernels/contract/bounds.js';
import { elementsGeometry, ndGeometry } from '../kernels/contract/geometry.js';
import { forEachRun } from '../kernels/cpu/offsets.js';
import { TUNED_LOOPS } from '../kernels/cpu/tuned_loops.js';
import { argumentForms } from './stages/arguments.js';
import { checkOf, floats, indicesBelow, integers, M, slicesOf } from './stages/inputs.js';
import { thresholds } from './stages/thresholds.js';
import { timed } from './stages/timing.js';
import type { Figure } from './stages/timing.js';
import type { Comparison } from './comparison.js';

function offsets(): Figure[] {
  const side = [1024, 1024];
  const last = elementsGeometry(side, side, 1);
  const single = ndGeometry([M], [M, 1], 0);
  const of = (what: string, check: IndexCheck, indices: Int32Array) =>
    timed('offsets', what, check.geometry.siteCount, () => {
      forEachRun(check, indices, () => undefined);
    });
  const short = elementsGeometry([M >> 2, 3], [M >> 2, 3], 0);
  return [
    of('one index, lines of 1,024', checkOf(last), indicesBelow(1024, M)),
    of('one index, one line', checkOf(single), indicesBelow(M, M)),
    of('one index, lines of 3', checkOf(short), indicesBelow(M >> 2, short.siteCount)),
    of('pairs', checkOf(ndGeometry(side, [M, 2], 0)), indicesBelow(1024, 2 * M)),
    of('one index, half negative', checkOf(single), indicesBelow(M, M, 500)),
    of('one index, half dropped', checkOf(single, 'drop'), indicesBelow(M, M, 500, M)),
  ];
}

const REDUCED = ['replace', 'add', 'sub', 'mul', 'max', 'min'] as const;

function combining(sliceSize: number): Figure[] {
  const { check, indices } = slicesOf(sliceSize);
  const title = (name: string, dtype: string) => `${name}, ${dtype}, slices of ${sliceSize}`;
  return REDUCED.flatMap((name) => [
    timed('combining', title(name, 'float32'), M, () => {
      TUNED_LOOPS.combineFloats(name, check, indices, floats.from, floats.to);
    }),
    timed('combining', title(name, 'int32'), M, () => {
      TUNED_LOOPS.combineIntegers(name, check, indices, integers.from, integers.to);
    }),
  ]);
}

function gathering(sliceSize: number): Figure {
  const { check, indices } = slicesOf(sliceSize);
  return timed('gathering', `slices of ${sliceSize}`, M, () => {
    TUNED_LOOPS.gather(check, integers.from, indices, integers.to, null);
  });
}

/** All figures. The stages come first, and bring all loops to the speed that they keep in a program. */
export async function run(): Promise<{ stages: Figure[]; thresholds: Comparison[] }> {
  const stages = [
    ...offsets(),
    ...[1, 16, 64].flatMap(combining),
    ...[2, 4, 8, 16, 64, 256, 1024].map(gathering),
    ...(await argumentForms()),
  ];
  return { stages, thresholds: thresholds() };
}

Object.assign(globalThis, { run });
