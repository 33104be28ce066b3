/** Both ways around the thresholds of kernels/cpu/strategy.ts. */
import { elementsGeometry, ndGeometry } from '../../kernels/contract/geometry.js';
import { addFloats } from '../../kernels/cpu/by_four.js';
import { forEachRun, resolveBlock, resolveInRange } from '../../kernels/cpu/offsets.js';
import { forEachPlaces } from '../../kernels/cpu/places.js';
import { copierBySet, copierByWords, gathererBy, rowAdder } from '../../kernels/cpu/rows.js';
import {
  BLOCK,
  ODD_ROWS_FROM,
  RESOLVES_LINES_FROM,
  ROWS_AT_ONCE,
  ROWS_BY_SET_FROM,
  ROWS_FROM,
} from '../../kernels/cpu/strategy.js';
import { gatherPlaces } from '../../kernels/cpu/tuned_loops.js';
import { forEachBlock } from '../../kernels/cpu/walk.js';
import { checkOf, floats, indicesBelow, integers, M, slicesOf } from './inputs.js';
import { around } from './timing.js';
import type { Comparison } from '../comparison.js';

const { from: data, to: out } = integers;

/** Blocks are as long as their arrays, so that only shorter ones can be tried. */
function sitesAtOnce(): Comparison[] {
  const check = checkOf(ndGeometry([M], [M, 1], 0));
  const indices = indicesBelow(M, M);
  const inBlocksOf = (count: number) => () => {
    for (let first = 0; first < M; first += count) {
      resolveBlock(check, indices, first, count, (offsets, begin, end, from) => {
        addFloats(floats.to, offsets, begin, end, floats.from, from);
      });
    }
  };
  return around('sites at once', BLOCK, [256, 512, 1024], M, (count) => [
    ['so many', inBlocksOf(count)],
    [`${BLOCK}`, inBlocksOf(BLOCK)],
  ]);
}

function sitesInALine(): Comparison[] {
  return around('sites in a line', RESOLVES_LINES_FROM, [3, 4, 8, 16, 32], M, (length) => {
    const shape = [M / length, length];
    const check = checkOf(elementsGeometry(shape, shape, 0));
    const indices = indicesBelow(M / length, M);
    const linesFrom = (least: number) => () => {
      forEachBlock(check, (first, count) => {
        resolveInRange(check, indices, first, count, least);
      });
    };
    return [
      ['site by site', linesFrom(Infinity)],
      ['line by line', linesFrom(0)],
    ];
  });
}

function gatheredByPlaces(sliceSize: number) {
  const { check, indices } = slicesOf(sliceSize);
  return () => {
    forEachPlaces(check, indices, (places, begin, end, first) => {
      gatherPlaces(data, places, begin, end, out, first);
    });
  };
}

function gatheredBy(copier: typeof copierByWords, sliceSize: number, atOnce = ROWS_AT_ONCE) {
  const { check, indices } = slicesOf(sliceSize);
  const copy = copier(data, out, sliceSize);
  if (!copy) throw new Error(`slices of ${sliceSize} values are no words`);
  const gather = gathererBy(copy, data, sliceSize, atOnce);
  return () => {
    forEachRun(check, indices, gather);
  };
}

function addedSlices(): Comparison[] {
  return around('values in a slice, added', ROWS_FROM, [4, 8, 16], M, (sliceSize) => {
    const { check, indices } = slicesOf(sliceSize);
    const byPlaces = () => {
      forEachPlaces(check, indices, (places, begin, end, first) => {
        addFloats(floats.to, places, begin, end, floats.from, first);
      });
    };
    const addRows = rowAdder(check, floats.from, floats.to, 0);
    const bySlice = () => {
      if (addRows) forEachRun(check, indices, addRows);
    };
    return [
      ['by places', byPlaces],
      ['slice by slice', bySlice],
    ];
  });
}

export function thresholds(): Comparison[] {
  return [
    ...sitesAtOnce(),
    ...sitesInALine(),
    ...addedSlices(),
    ...around('values in a slice', ROWS_FROM, [4, 8, 16], M, (length) => [
      ['by places', gatheredByPlaces(length)],
      ['in words', gatheredBy(copierByWords, length)],
    ]),
    ...around('values in an odd slice', ODD_ROWS_FROM, [23, 47, 95], M, (length) => [
      ['by places', gatheredByPlaces(length)],
      ['by set', gatheredBy(copierBySet, length)],
    ]),
    ...around('values in a slice, by set', ROWS_BY_SET_FROM, [64, 128, 256, 512], M, (length) => [
      ['in words', gatheredBy(copierByWords, length)],
      ['by set', gatheredBy(copierBySet, length)],
    ]),
    ...around('slices read ahead', ROWS_AT_ONCE, [8, 16, 64], M, (atOnce) => [
      ['so many', gatheredBy(copierByWords, 64, atOnce)],
      [`${ROWS_AT_ONCE}`, gatheredBy(copierByWords, 64)],
    ]),
  ];
}
