/** The product of two matrices, the transpose of one, and the sum of its rows. */

/**
 * The rows that are transposed together. Their lines in the cache are read for several columns, and lines of the result
 * are written whole.
 */
const ROWS: u32 = 32;

@inline
export function transposed(to: usize, from: usize, rows: u32, columns: u32): void {
  for (let top: u32 = 0; top < rows; top += ROWS) {
    const end = min(top + ROWS, rows);
    for (let column: u32 = 0; column < columns; column++) {
      let at = from + ((top * columns + column) << 2), out = to + ((column * rows + top) << 2);
      for (let row = top; row < end; row++, at += columns << 2, out += 4) store<i32>(out, load<i32>(at));
    }
  }
}

/** Adds rows, each of `bytes` bytes, to the values at `to`. */
@inline
export function rowsAdded(to: usize, from: usize, rows: u32, bytes: u32): void {
  for (; rows > 0; rows--, from += bytes) {
    let at: u32 = 0;
    for (; at + 16 <= bytes; at += 16) v128.store(to + at, f32x4.add(v128.load(to + at), v128.load(from + at)));
    for (; at < bytes; at += 4) store<f32>(to + at, load<f32>(to + at) + load<f32>(from + at));
  }
}

/** The fewest rows of `b` that are multiplied together, and the bytes of those where rows of `a` are read along. */
const DEPTH: u32 = 128;
const BYTES: u32 = 32768;

/**
 * Writes the product of a matrix of `rows` × `inner` values and one of `inner` × `columns`. Along the first one, a row is
 * `down` bytes from the next and a column `across`, so it may be stored transposed.
 */
@inline
export function multiplied(to: usize, a: usize, down: u32, across: u32, b: usize, rows: u32, inner: u32, columns: u32): void {
  const width = columns << 2;
  memory.fill(to, 0, rows * width);
  const most = across == 4 ? max(DEPTH, BYTES / width) : DEPTH;
  for (let done: u32 = 0; done < inner; done += most) {
    const depth = min(most, inner - done);
    let from = a + done * across, out = to, row: u32 = 0;
    const factors = b + done * width;
    for (; row + 4 <= rows; row += 4, from += down << 2, out += width << 2) line(true, out, from, down, across, factors, depth, width);
    for (; row < rows; row++, from += down, out += width) line(false, out, from, down, across, factors, depth, width);
  }
}

/** Adds the products of four rows, or one. */
@inline
function line(isTall: bool, to: usize, a: usize, down: u32, across: u32, b: usize, depth: u32, width: u32): void {
  let at: u32 = 0;
  for (; at + 32 <= width; at += 32) tile(isTall, 8, to + at, a, down, across, b + at, depth, width);
  for (; at + 16 <= width; at += 16) tile(isTall, 4, to + at, a, down, across, b + at, depth, width);
  if (at < width && width > 16) tile(isTall, LAST, to + width - 16, a, down, across, b + width - 16, depth, width, width - at);
  else for (; at < width; at += 4) tile(isTall, 1, to + at, a, down, across, b + at, depth, width);
}

/** Instead of a number of lanes: the last ones of four, because the others are done. */
const LAST: i32 = 3;

/** Adds the products of four rows, or one, and as many columns as there are lanes. All sums stay in registers. */
@inline
function tile(isTall: bool, lanes: i32, to: usize, a: usize, down: u32, across: u32, b: usize, depth: u32, width: u32, bytes: u32 = 16): void {
  const isWide = lanes == 8;
  const second = to + width, third = second + width, fourth = third + width;
  const isOpen = i32x4.gt_s(i32x4(1, 2, 3, 4), i32x4.splat(4 - (bytes >> 2)));
  let sum = read(true, lanes, to), more = read(isWide, lanes, to + 16);
  let sum2 = read(isTall, lanes, second), more2 = read(isTall && isWide, lanes, second + 16);
  let sum3 = read(isTall, lanes, third), more3 = read(isTall && isWide, lanes, third + 16);
  let sum4 = read(isTall, lanes, fourth), more4 = read(isTall && isWide, lanes, fourth + 16);
  for (; depth > 0; depth--, a += across, b += width) {
    const factor = read(true, lanes, b), next = read(isWide, lanes, b + 16);
    let value = v128.load32_splat(a);
    sum = f32x4.add(sum, f32x4.mul(value, factor));
    if (isWide) more = f32x4.add(more, f32x4.mul(value, next));
    if (!isTall) continue;
    value = v128.load32_splat(a + down);
    sum2 = f32x4.add(sum2, f32x4.mul(value, factor));
    if (isWide) more2 = f32x4.add(more2, f32x4.mul(value, next));
    value = v128.load32_splat(a + 2 * down);
    sum3 = f32x4.add(sum3, f32x4.mul(value, factor));
    if (isWide) more3 = f32x4.add(more3, f32x4.mul(value, next));
    value = v128.load32_splat(a + 3 * down);
    sum4 = f32x4.add(sum4, f32x4.mul(value, factor));
    if (isWide) more4 = f32x4.add(more4, f32x4.mul(value, next));
  }
  write(true, lanes, to, sum, isOpen);
  write(isWide, lanes, to + 16, more, isOpen);
  write(isTall, lanes, second, sum2, isOpen);
  write(isTall && isWide, lanes, second + 16, more2, isOpen);
  write(isTall, lanes, third, sum3, isOpen);
  write(isTall && isWide, lanes, third + 16, more3, isOpen);
  write(isTall, lanes, fourth, sum4, isOpen);
  write(isTall && isWide, lanes, fourth + 16, more4, isOpen);
}

@inline
function read(isUsed: bool, lanes: i32, at: usize): v128 {
  if (!isUsed) return i32x4.splat(0);
  return lanes == 1 ? v128.load_zero<u32>(at) : v128.load(at);
}

@inline
function write(isUsed: bool, lanes: i32, at: usize, values: v128, isOpen: v128): void {
  if (!isUsed) return;
  if (lanes == LAST) v128.store(at, v128.bitselect(values, v128.load(at), isOpen));
  else if (lanes == 1) v128.store_lane<i32>(at, values, 0);
  else v128.store(at, values);
}
