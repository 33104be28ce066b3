/**
 * Rows that are read from their sources and combined at once, and dot products of rows.
 */
import { FusedField as Field } from '../fields';
import { alike, changed, OTHER, OWN } from './factors';
import { ADD_FLOATS, combined, ROUND, storeRound } from './ops';
import { wrapped, wrappedFour } from './sites';
import { field } from './field';

/** What few sites need is read from the fields where they need it: more variables would not fit into registers. */
@inline
export function gathered(op: i32, compares: bool, hasHeads: bool, call: usize): void {
  const data = field(call, Field.target), x = field(call, Field.source), sites = field(call, Field.count);
  let targets = field(call, Field.targetIndices), sources = field(call, Field.sourceIndices);
  const segments = field(call, Field.targetSize), rows = field(call, Field.sourceSize), step = field(call, Field.step);
  const wrapTarget = segments & field(call, Field.targetWraps), wrapSource = rows & field(call, Field.sourceWraps);
  const bytes = field(call, Field.bytes), perHead = hasHeads ? field(call, Field.perHead) : bytes;
  let weights = field(call, Field.weights);
  const weightBytes: u32 = weights == 0 ? 0 : hasHeads ? (bytes / perHead) << 2 : 4;
  if (weights == 0) {
    weights = call + (Field.weights << 2);
    store<f32>(weights, 1);
  }
  for (const end = targets + sites * step; targets < end; targets += step, sources += step, weights += weightBytes) {
    const target = wrapped(targets, wrapTarget), source = wrapped(sources, wrapSource);
    if (target >= segments) continue;
    const place = data + target * bytes, from = x + source * bytes;
    // The indices of a pair are next to each other, and both must be in bounds.
    if (source < rows) {
      if (compares) rowOfAlike(op, place, from, bytes, like(call, Field.sourceLike, source), like(call, Field.targetLike, target));
      else if (hasHeads) rowOfHeads(op, place, from, bytes, perHead, weights);
      else row(op, place, from, bytes, weights);
    } else if (step == 4) absent(op, compares, place, bytes, field(call, Field.fill), like(call, Field.targetLike, target));
  }
}

/** The address of a row of a tensor to compare. */
@inline
function like(call: usize, tensor: i32, row: u32): usize {
  return field(call, tensor) + row * field(call, Field.bytes);
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

@inline
function rowOfHeads(op: i32, place: usize, x: usize, bytes: u32, perHead: u32, weights: usize): void {
  for (const last = place + bytes; place < last; place += perHead, x += perHead, weights += 4) row(op, place, x, perHead, weights);
}

/** Combines a row times its weight. Only sums have weights. */
@inline
function row(op: i32, place: usize, x: usize, bytes: u32, weights: usize): void {
  const weight = v128.load_splat<i32>(weights), end = place + bytes;
  for (; place + ROUND <= end; place += ROUND, x += ROUND) {
    const a = combined(op, v128.load(place), weighted(op, v128.load(x), weight));
    const b = combined(op, v128.load(place, 16), weighted(op, v128.load(x, 16), weight));
    const c = combined(op, v128.load(place, 32), weighted(op, v128.load(x, 32), weight));
    const d = combined(op, v128.load(place, 48), weighted(op, v128.load(x, 48), weight));
    storeRound(place, a, b, c, d);
  }
  for (; place + 16 <= end; place += 16, x += 16) {
    v128.store(place, combined(op, v128.load(place), weighted(op, v128.load(x), weight)));
  }
  for (; place < end; place += 4, x += 4) one(op, place, weighted(op, v128.load_splat<i32>(x), weight));
}

@inline
function weighted(op: i32, values: v128, weight: v128): v128 {
  return op == ADD_FLOATS ? f32x4.mul(values, weight) : values;
}

/** Combines a row, with 0 in place of values where two rows differ. */
@inline
function rowOfAlike(op: i32, place: usize, x: usize, bytes: u32, own: usize, other: usize): void {
  let at: u32 = 0;
  for (; at + 16 <= bytes; at += 16) {
    v128.store(place + at, combined(op, v128.load(place + at), valueIfAlike(true, x, own, other, at)));
  }
  for (; at < bytes; at += 4) one(op, place + at, valueIfAlike(false, x, own, other, at));
}

@inline
function valueIfAlike(four: bool, x: usize, own: usize, other: usize, at: u32): v128 {
  const none = i32x4.splat(0);
  return changed(four, x, 0, 0, false, none, own, other, none, OWN | OTHER, at);
}

/** Combines the row of a source out of bounds: its values are `fill`, and it compares as 0. */
function absent(op: i32, compares: bool, place: usize, bytes: u32, fill: u32, other: usize): void {
  for (let at: u32 = 0; at < bytes; at += 4) {
    let value = i32x4.splat(fill);
    if (compares) value = v128.and(value, alike(i32x4.splat(0), v128.load_splat<i32>(other + at)));
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
