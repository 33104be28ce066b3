/**
 * The loops that run in the module where it supports them: 32-bit values in the heap, at sites with one index to six, rows
 * that are read from their sources, and factors. The host's loops run the rest.
 */
import type { Numbers } from '../call/dtypes.js';
import { checkAll, type FindExtremes, findExtremes } from '../call/bounds.js';
import { FACTORS } from '../call/reads.js';
import {
  bitsOf,
  type EndSites,
  type FusedDot,
  type HostLoops,
  offsetOf,
  PLAIN_LOOPS,
  shareOf,
} from '../cpu/host.js';
import { ExtremesField, FactorField, FusedField } from './fields.js';
import { BYTES, canWalk, type Module, type WalkSites, walkSites } from './module.js';

/** The number of indices that the module reads at once. */
const LANES = 4;

/** Makes loops that try the module first, and use the host's loops for what it does not support. */
export function moduleLoops(module: Module): HostLoops {
  /** Runs a call with a function of the module. Returns null if there is none. */
  const runCall = (
    walk: WalkSites | undefined,
    { end, indices }: EndSites,
    addressed: Numbers,
    values: Numbers,
    fill?: number,
  ): { drops: boolean } | null => {
    if (!walk || !canWalk(end.geometry) || !areIn(module, [indices, addressed, values]))
      return null;
    const call = {
      end,
      indices: indices.byteOffset,
      addressed: addressed.byteOffset,
      values: values.byteOffset,
      fill,
    };
    const drops = walkSites(module, walk, call);
    // Throws for the index.
    if (drops && end.outOfBounds !== 'drop') checkAll(end, indices);
    return { drops };
  };
  const walkFor = (stem: string, { end }: EndSites) =>
    module.walks[stem + (end.geometry.sliceSize > 1 ? 'Rows' : 'Singles')];
  return {
    gather(sites, data, out, fill) {
      const bits = bitsOf(fill ?? 0, out);
      const done = runCall(walkFor('gather', sites), sites, data, out, bits);
      if (!done) return PLAIN_LOOPS.gather(sites, data, out, fill);
      return !done.drops;
    },
    fill(sites, value, out) {
      const done = runCall(walkFor('fill', sites), sites, out, out, bitsOf(value, out));
      if (!done) PLAIN_LOOPS.fill(sites, value, out);
    },
    fillDropped(sites, value, out) {
      const done = runCall(module.walks.fillDropped, sites, out, out, bitsOf(value, out));
      if (!done) PLAIN_LOOPS.fillDropped(sites, value, out);
    },
    combine(combination, sites, updates, out) {
      const kind = out instanceof Float32Array ? 'F' : 'I';
      const stem = combination === 'replace' ? combination : combination + kind;
      const done = runCall(walkFor(stem, sites), sites, out, updates);
      if (!done) PLAIN_LOOPS.combine(combination, sites, updates, out);
    },
    ...fusedLoops(module),
    ...factorLoops(module),
  };
}

/** Makes a function that finds extremes in the module, if the indices are in its heap. */
export const extremesIn =
  (module: Module): FindExtremes =>
  (indices, width) => {
    const whole = indices.length & -LANES;
    const find = whole > 0 && LANES % width === 0 ? module.walks.extremes : undefined;
    if (!find || !areIn(module, [indices])) return findExtremes(indices, width);
    const fields = module.fields();
    fields[ExtremesField.begin] = indices.byteOffset;
    fields[ExtremesField.end] = indices.byteOffset + whole * BYTES;
    find(module.call);
    const rest = [...indices.subarray(whole)];
    return Array.from({ length: width }, (_, k) => {
      const ofK = (lanes: Int32Array) => [...lanes, ...rest].filter((_, i) => i % width === k);
      return [
        Math.min(...ofK(fields.subarray(0, LANES))),
        Math.max(...ofK(fields.subarray(LANES, 2 * LANES))),
      ] as const;
    });
  };

/** Makes loops that run in the module if all arrays are in the heap. */
function fusedLoops(module: Module): Pick<Required<HostLoops>, 'combineRead' | 'dot'> {
  return {
    combineRead(combination, { source, x, by, map, heads, fill }, target, data) {
      const { from, over, weights, sourceLike, targetLike } = by;
      if (!source || !x || from || over || map) return false;
      const isFloat = data instanceof Float32Array;
      const kind = isFloat ? 'F' : 'I';
      const { sliceSize, indexSizes } = target.end.geometry;
      const areSingles = sliceSize === 1 && indexSizes.length === 1;
      const name = targetLike
        ? `${combination}Alike`
        : heads > 1
          ? `${combination}${kind}Heads`
          : isFloat && areSingles && combination === 'add'
            ? 'addSingles'
            : `${combination}${kind}Gathered`;
      const walk = module.walks[name];
      const isFloatLike = targetLike?.numbers instanceof Float32Array;
      const ofFloats = !targetLike || (isFloat && !weights && isFloatLike);
      const numbers = [weights, sourceLike, targetLike].map((factor) => factor?.numbers);
      return ofFloats && run(walk, module, { source, target, x, data, heads }, numbers, fill);
    },
    dot: (call) => run(module.walks.dot, module, call),
  };
}

/** Returns whether arrays, if given, are in the heap and hold 32-bit values. */
function areIn({ fields }: Module, arrays: (Numbers | null | undefined)[]): boolean {
  const heap = fields().buffer;
  return arrays.every(
    (array) => !array || (array.buffer === heap && array.BYTES_PER_ELEMENT === BYTES),
  );
}

/** Runs a call line by line. Returns false for arrays or sites that the module does not support. */
function run(
  walk: WalkSites | undefined,
  module: Module,
  call: Omit<FusedDot, 'products'> & Partial<FusedDot>,
  factors: (Numbers | undefined)[] = [],
  fill = 0,
): boolean {
  const { source, target, x, data, products, heads } = call;
  const [weights, sourceLike, targetLike] = factors;
  const all = [source.indices, target.indices, x, data, products, ...factors];
  if (!walk || !areIn(module, all)) return false;
  const { siteShape, siteCount, sliceSize } = target.end.geometry;
  const [rows, others] = [rowsAt(target), rowsAt(source)];
  const count = siteShape[siteShape.length - 1];
  if (!rows || count !== others?.count) return false;
  const fields = module.fields();
  const addressOf = (array: Numbers | null | undefined, at: number) =>
    array ? array.byteOffset + at * BYTES : 0;
  fields[FusedField.count] = count;
  fields[FusedField.sourceSize] = others.size;
  fields[FusedField.targetSize] = rows.size;
  fields[FusedField.sourceWraps] = source.end.wrapNegatives ? -1 : 0;
  fields[FusedField.targetWraps] = target.end.wrapNegatives ? -1 : 0;
  fields[FusedField.step] = rows.width * BYTES;
  fields[FusedField.bytes] = sliceSize * BYTES;
  fields[FusedField.perHead] = (sliceSize / heads) * BYTES;
  fields[FusedField.fill] = bitsOf(fill, data);
  for (let site = 0; site < siteCount; site += count) {
    const [row, other] = [offsetOf(target.end.geometry, site), offsetOf(source.end.geometry, site)];
    fields[FusedField.source] = addressOf(x, other);
    fields[FusedField.target] = addressOf(data, row);
    fields[FusedField.products] = addressOf(products, site * heads);
    fields[FusedField.sourceIndices] = addressOf(
      source.indices,
      site * others.width + others.column,
    );
    fields[FusedField.targetIndices] = addressOf(target.indices, site * rows.width + rows.column);
    fields[FusedField.weights] = addressOf(weights, site * heads);
    fields[FusedField.sourceLike] = addressOf(sourceLike, other);
    fields[FusedField.targetLike] = addressOf(targetLike, row);
    walk(module.call);
  }
  return true;
}

/** Returns how the sites of each line address whole rows by one index of a tuple; null if they do not. */
function rowsAt({ end: { geometry } }: EndSites) {
  const { siteShape, siteStrides, indexSizes, indexStrides, sliceSize } = geometry;
  const column = indexStrides.findIndex((stride) => stride > 0);
  const isRows = siteStrides[siteShape.length - 1] === 0 && indexStrides[column] === sliceSize;
  const width = indexSizes.length;
  if (!isRows || width > 2) return null;
  return { count: siteShape[siteShape.length - 1], width, column, size: indexSizes[column] };
}

/** What assembly/factors.ts adds to the flags of factors. */
const DIVIDES_BY_INTEGERS = 1024;
const COMPARES_INTEGERS = 2048;
const EXP = 4096;

/** Makes the loop for factors, of float32 values. */
export function factorLoops(module: Module): Pick<Required<HostLoops>, 'change'> {
  return {
    change(change, size) {
      const { x, out, fillUnlike } = change;
      const factors = FACTORS.map((name) => change.by[name]);
      const arrays = factors.map((factor) => factor?.numbers);
      const run = module.walks.change;
      // The module has no other function.
      if (change.map && change.map !== 'exp') return false;
      if (!run || !(out instanceof Float32Array) || !areIn(module, [x, out, ...arrays]))
        return false;
      const [, over, , own] = arrays;
      const shares = factors.map((factor) => shareOf(factor, change));
      // Without numbers that several values share, all values are one row.
      const row = Math.min(...shares.filter((share) => share > 1), size);
      const addresses = arrays.map((array) => array?.byteOffset ?? 0);
      if (shares.some((share) => share > row && share < Infinity)) return false;
      // Whether a factor has a number for each value, or for each row.
      const flags = shares.map((share, i) => (share === 1 ? 1 : share === row ? 2 : 0) << (2 * i));
      if (over instanceof Int32Array) flags.push(DIVIDES_BY_INTEGERS);
      if (own instanceof Int32Array) flags.push(COMPARES_INTEGERS);
      if (change.map) flags.push(EXP);
      const fields = module.fields();
      fields[FactorField.out] = out.byteOffset;
      fields[FactorField.x] = x.byteOffset;
      fields.set(addresses, FactorField.from);
      fields[FactorField.rows] = size / row;
      fields[FactorField.bytes] = row * BYTES;
      fields[FactorField.fill] = bitsOf(fillUnlike, out);
      fields[FactorField.flags] = flags.reduce((sum, flag) => sum + flag);
      run(module.call);
      return true;
    },
  };
}
