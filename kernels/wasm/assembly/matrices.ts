/** The transpose of a matrix, and the sum of its rows. */

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

/** Adds rows of so many bytes to the values at `to`. */
@inline
export function rowsAdded(to: usize, from: usize, rows: u32, bytes: u32): void {
  for (; rows > 0; rows--, from += bytes) {
    let at: u32 = 0;
    for (; at + 16 <= bytes; at += 16) v128.store(to + at, f32x4.add(v128.load(to + at), v128.load(from + at)));
    for (; at < bytes; at += 4) store<f32>(to + at, load<f32>(to + at) + load<f32>(from + at));
  }
}
