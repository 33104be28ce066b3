/** Both ways around the thresholds of kernels/cpu/strategy.ts for sites, runs and single values. */
import { elementsGeometry, ndGeometry } from '../../kernels/contract/geometry.js';
import { combineAll } from '../../kernels/cpu/combine_all.js';
import { maxIntegers } from '../../kernels/cpu/loops.js';
import type { Combine } from '../../kernels/cpu/loops.js';
import { forEachRun, resolveBlock, resolveInRange } from '../../kernels/cpu/offsets.js';
import type { RunConsumer } from '../../kernels/cpu/offsets.js';
import { BLOCK } from '../../kernels/cpu/strategy.js';
import { addFloats, addIntegers } from '../../kernels/cpu/unrolled_combine.js';
import { readPlaces } from '../../kernels/cpu/unrolled_move.js';
import { forEachBlock } from '../../kernels/cpu/walk.js';
import { checkOf, floats, indicesBelow, integers, M, slicesOf } from './inputs.js';
import { around } from './timing.js';
import type { Comparison } from './timing.js';

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
  return around('sites at once', [256, 512, 1024], M, (count) => [
    ['so many', inBlocksOf(count)],
    [`${BLOCK}`, inBlocksOf(BLOCK)],
  ]);
}

function sitesInALine(): Comparison[] {
  return around('sites in a line', [3, 4, 8, 16, 32], M, (length) => {
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

/** Runs end where an index is dropped. */
function prefetchedRuns(): Comparison[] {
  const { from, to } = integers;
  const check = checkOf(ndGeometry([M], [M, 1], 0), 'drop');
  return around('values in a run, read ahead', [4, 8, 16, 32, 64], M, (length) => {
    const indices = indicesBelow(M, M).map((index, i) => (i % (length + 1) === 0 ? M : index));
    const plain: RunConsumer = (places, begin, end, first) => {
      maxIntegers(to, places, begin, end, from, first);
    };
    const ahead: RunConsumer = (places, begin, end, first) => {
      readPlaces(to, places, begin, end, 1);
      maxIntegers(to, places, begin, end, from, first);
    };
    const runs = (consume: RunConsumer) => () => {
      forEachRun(check, indices, consume);
    };
    return [
      ['not', runs(plain)],
      ['read ahead', runs(ahead)],
    ];
  });
}

function prefetchedPlaces<Values>(
  name: string,
  combine: Combine<Values>,
  arrays: { from: Values; to: Values },
  ahead: Int32Array,
): Comparison[] {
  return around(`values in a slice, read ahead, ${name}`, [1, 2, 3, 4, 8], M, (sliceSize) => {
    const { check, indices } = slicesOf(sliceSize);
    const combined = (values: Int32Array | null) => () => {
      combineAll(combine, check, indices, arrays.from, arrays.to, values);
    };
    return [
      ['not', combined(null)],
      ['read ahead', combined(ahead)],
    ];
  });
}

export function singleThresholds(): Comparison[] {
  return [
    ...sitesAtOnce(),
    ...sitesInALine(),
    ...prefetchedRuns(),
    ...prefetchedPlaces('max', maxIntegers, integers, integers.to),
    ...prefetchedPlaces('add, int32', addIntegers, integers, integers.to),
    ...prefetchedPlaces('add, float32', addFloats, floats, new Int32Array(floats.to.buffer)),
  ];
}
