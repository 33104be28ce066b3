/**
 * Checks and converts the numbers of nested arrays in one pass, which stops at the first one that does not
 * fit. convert.ts then looks for it again, to report it.
 */
import { util } from '../../kernels/contract/tfjs_seam.js';
import type { NumericDtype, Numbers } from '../../kernels/contract/dtypes.js';
import { sizeOf } from '../../kernels/contract/shapes.js';

/** An array of values or of other rows; typed arrays are rows too. */
export type Row = ArrayLike<unknown> & Iterable<unknown>;

export function isRow(value: unknown): value is Row {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/**
 * Returns the numbers of an array in the typed array of its dtype, the array itself if possible; null if a
 * row's length or an element does not fit.
 */
export function flatNumbers(value: unknown, shape: number[], dtype: NumericDtype): Numbers | null {
  if (dtype === 'float32' && value instanceof Float32Array) return value;
  if (dtype === 'int32' && value instanceof Int32Array) return value;
  const out = util.getTypedArrayFromDType(dtype, sizeOf(shape));
  // Treats a single row as a list of one row, and a number as a row of one number.
  const rows = shape.length > 0 ? [value] : [[value]];
  return storeAll(STORE[dtype], out, rows, [1, ...shape]) ? out : null;
}

/** Stores the values of rows of this shape, one list of innermost rows at a time. */
function storeAll(store: Store, out: Numbers, rows: unknown, shape: number[]): boolean {
  const last = shape.length - 1;
  let at = 0;
  const storeBelow = (rows: unknown, depth: number): boolean => {
    if (!isRow(rows) || rows.length !== shape[depth]) return false;
    if (depth < last - 1) {
      for (const row of rows) if (!storeBelow(row, depth + 1)) return false;
      return true;
    }
    const stored = store(out, at, rows, shape[last]);
    at += rows.length * shape[last];
    return stored;
  };
  return storeBelow(rows, 0);
}

/** Stores rows of one length consecutively from `at` on; returns false if anything does not fit. */
type Store = (out: Numbers, at: number, rows: Row, length: number) => boolean;

// Written out, because V8 would not inline a function that checks each element.
const strictly =
  (isInteger: boolean): Store =>
  (out, at, rows, length) => {
    for (const row of rows) {
      if (!isRow(row) || row.length !== length) return false;
      for (let i = 0; i < length; i++, at++) {
        const value = row[i];
        if (typeof value !== 'number' || (isInteger && (value | 0) !== value)) return false;
        out[at] = value;
      }
    }
    return true;
  };

const bits: Store = (out, at, rows, length) => {
  for (const row of rows) {
    if (!isRow(row) || row.length !== length) return false;
    for (let i = 0; i < length; i++, at++) {
      if (!isBit(row[i])) return false;
      out[at] = Number(row[i]);
    }
  }
  return true;
};

const STORE: Record<NumericDtype, Store> = {
  float32: strictly(false),
  int32: strictly(true),
  bool: bits,
};

/** Returns whether a value is an integer in the range of int32. */
export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value;
}

/** Returns whether a value is true, false, 1 or 0. */
export function isBit(value: unknown): boolean {
  return typeof value === 'boolean' || value === 0 || value === 1;
}
