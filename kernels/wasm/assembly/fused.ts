/**
 * Rows that are read from their sources and combined at once, and dot products of rows.
 */
import { FusedField as Field } from '../fields';
import { alike, changed, OTHER, OWN } from './factors';
import { ADD_FLOATS, combined } from './ops';
import { wrapped, wrappedFour } from './sites';
import { field } from './field';

@inline
export function gathered(op: i32, compares: bool, call: usize): void {
  const data = field(call, Field.target), x = field(call, Field.source), sites = field(call, Field.count);
  let targets = field(call, Field.targetIndices), sources = field(call, Field.sourceIndices);
  const segments = field(call, Field.targetSize), rows = field(call, Field.sourceSize), step = field(call, Field.step);
  const wrapTarget = segments & field(call, Field.targetWraps), wrapSource = rows & field(call, Field.sourceWraps);
  const bytes = field(call, Field.bytes), perHead = field(call, Field.perHead), fill = field(call, Field.fill);
  const sourceLike = field(call, Field.sourceLike), targetLike = field(call, Field.targetLike);
  let weights = field(call, Field.weights);
  const heads = bytes / perHead, weightBytes: u32 = weights == 0 ? 0 : heads << 2;
  for (let i: u32 = 0; i < sites; i++, targets += step, sources += step, weights += weightBytes) {
    const target = wrapped(targets, wrapTarget), source = wrapped(sources, wrapSource);
    if (target >= segments) continue;
    const place = data + target * bytes, from = x + source * bytes;
    if (source >= rows) {
      // The indices of a pair are next to each other, and both must be in bounds.
      if (step == 4) absent(op, compares, place, bytes, fill, targetLike + target * bytes);
    } else if (compares || heads == 1) {
      const weight = weights == 0 ? f32x4.splat(1) : v128.load_splat<i32>(weights);
      row(op, compares, place, from, bytes, weight, sourceLike + source * bytes, targetLike + target * bytes);
    } else {
      for (let head: u32 = 0, at: u32 = 0; head < heads; head++, at += perHead) {
        row(op, false, place + at, from + at, perHead, v128.load_splat<i32>(weights + (head << 2)), 0, 0);
      }
    }
  }
}

/**
 * Adds single floats four at a time: the loops over a row take longer than one value. Dropped targets are a field that this
 * call does not need; sources out of bounds are the field `fill`.
 */
@inline
export function singlesAdded(call: usize): void {
  const data = field(call, Field.target), x = field(call, Field.source), sites = field(call, Field.count);
  let targets = field(call, Field.targetIndices), sources = field(call, Field.sourceIndices);
  let weights = field(call, Field.weights);
  const weighs = weights != 0, segments = field(call, Field.targetSize), rows = field(call, Field.sourceSize);
  const wrapTarget = segments & field(call, Field.targetWraps), wrapSource = rows & field(call, Field.sourceWraps);
  const nowhere = call + (Field.products << 2), fill = call + (Field.fill << 2);
  let i: u32 = 0;
  for (; i + 4 <= sites; i += 4, targets += 16, sources += 16, weights += 16) {
    const target = wrappedFour(v128.load(targets), i32x4.splat(<i32>wrapTarget));
    const source = wrappedFour(v128.load(sources), i32x4.splat(<i32>wrapSource));
    const isDropped = i32x4.ge_u(target, i32x4.splat(<i32>segments)), isFill = i32x4.ge_u(source, i32x4.splat(<i32>rows));
    const inData = v128.add<i32>(i32x4.splat(<i32>data), i32x4.shl(target, 2));
    const inX = v128.add<i32>(i32x4.splat(<i32>x), i32x4.shl(source, 2));
    const places = v128.bitselect(i32x4.splat(<i32>nowhere), inData, isDropped);
    const from = v128.bitselect(i32x4.splat(<i32>fill), inX, isFill);
    let values = v128.load_zero<u32>(i32x4.extract_lane(from, 0));
    values = v128.load_lane<i32>(i32x4.extract_lane(from, 1), values, 1);
    values = v128.load_lane<i32>(i32x4.extract_lane(from, 2), values, 2);
    values = v128.load_lane<i32>(i32x4.extract_lane(from, 3), values, 3);
    if (weighs) values = v128.bitselect(values, f32x4.mul(values, v128.load(weights)), isFill);
    addTo(i32x4.extract_lane(places, 0), f32x4.extract_lane(values, 0));
    addTo(i32x4.extract_lane(places, 1), f32x4.extract_lane(values, 1));
    addTo(i32x4.extract_lane(places, 2), f32x4.extract_lane(values, 2));
    addTo(i32x4.extract_lane(places, 3), f32x4.extract_lane(values, 3));
  }
  for (; i < sites; i++, targets += 4, sources += 4, weights += 4) {
    const target = wrapped(targets, wrapTarget), source = wrapped(sources, wrapSource);
    if (target >= segments) continue;
    let value = load<f32>(source < rows ? x + (source << 2) : fill);
    if (weighs && source < rows) value *= load<f32>(weights);
    addTo(data + (target << 2), value);
  }
}

@inline
function addTo(place: usize, value: f32): void {
  store<f32>(place, load<f32>(place) + value);
}

/** Combines a row times its weight, or if `compares` is set, with 0 in place of values where two rows differ. */
@inline
function row(op: i32, compares: bool, place: usize, x: usize, bytes: u32, weight: v128, own: usize, other: usize): void {
  let at: u32 = 0;
  for (; at + 16 <= bytes; at += 16) {
    v128.store(place + at, combined(op, v128.load(place + at), update(true, op, compares, x, weight, own, other, at)));
  }
  for (; at < bytes; at += 4) one(op, place + at, update(false, op, compares, x, weight, own, other, at));
}

@inline
function update(
  four: bool, op: i32, compares: bool, x: usize, weight: v128, own: usize, other: usize, at: u32,
): v128 {
  const weighs = op == ADD_FLOATS && !compares;
  return changed(four, x, 0, 0, weighs, weight, compares ? own : 0, other, i32x4.splat(0), OWN | OTHER, at);
}

/** Combines the row of a source out of bounds: its values are `fill`, and it compares as 0. */
function absent(op: i32, compares: bool, place: usize, bytes: u32, fill: u32, likePlace: usize): void {
  for (let at: u32 = 0; at < bytes; at += 4) {
    let value = i32x4.splat(fill);
    if (compares) value = v128.and(value, alike(i32x4.splat(0), v128.load_splat<i32>(likePlace + at)));
    one(op, place + at, value);
  }
}

@inline
function one(op: i32, place: usize, value: v128): void {
  v128.store_lane<i32>(place, combined(op, v128.load_splat<i32>(place), value), 0);
}

/** Keeps four sums, each of every fourth product, and adds them in pairs. */
@inline
export function dots(call: usize): void {
  const data = field(call, Field.target), x = field(call, Field.source), sites = field(call, Field.count);
  let targets = field(call, Field.targetIndices), sources = field(call, Field.sourceIndices);
  const segments = field(call, Field.targetSize), rows = field(call, Field.sourceSize), step = field(call, Field.step);
  const wrapTarget = segments & field(call, Field.targetWraps), wrapSource = rows & field(call, Field.sourceWraps);
  const bytes = field(call, Field.bytes), perHead = field(call, Field.perHead), heads = bytes / perHead;
  let out = field(call, Field.products);
  for (let i: u32 = 0; i < sites; i++, targets += step, sources += step) {
    const target = wrapped(targets, wrapTarget), source = wrapped(sources, wrapSource);
    const isDropped = target >= segments || source >= rows;
    let a = data + target * bytes, b = x + source * bytes;
    for (let head: u32 = 0; head < heads; head++, out += 4) {
      let sums = f32x4.splat(0);
      if (!isDropped) {
        const end = a + perHead;
        for (; a + 16 <= end; a += 16, b += 16) {
          sums = f32x4.add(sums, f32x4.mul(v128.load(a), v128.load(b)));
        }
        if (a < end) sums = f32x4.add(sums, f32x4.mul(upTo(a, end), upTo(b, b + (end - a))));
        b += end - a;
        a = end;
      }
      const first = f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1);
      store<f32>(out, first + (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3)));
    }
  }
}

/** Loads one to three values at an address; the others are 0. */
@inline
function upTo(at: usize, end: usize): v128 {
  let values = v128.load_zero<u32>(at);
  if (at + 4 < end) values = v128.load_lane<i32>(at + 4, values, 1);
  if (at + 8 < end) values = v128.load_lane<i32>(at + 8, values, 2);
  return values;
}
