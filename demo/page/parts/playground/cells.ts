/** The cells of a tensor: a shape, and its values in row-major order. */
import type { Setting } from '../../shared/address.js';

export type Shape = readonly number[];

export interface Cells {
  readonly shape: Shape;
  readonly values: readonly number[];
}

/** Larger grids are hard to read. */
const MOST_CELLS = 100;

export const sizeOf = (shape: Shape) => shape.reduce((product, length) => product * length, 1);

export const shapeText = (shape: Shape) => shape.join('×');

/** Parses a typed shape, such as `2×3` or `2 3`. Returns undefined if it is invalid or too large. */
export function parseShape(text: string): Shape | undefined {
  const words = text.match(/[^\s,×x]+/g) ?? [];
  const shape = words.map(Number);
  const isShape = words.every((word) => /^[1-9]\d*$/.test(word)) && shape.length <= 4;
  return isShape && sizeOf(shape) <= MOST_CELLS ? shape : undefined;
}

export function parseValue(text: string): number | undefined {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Parses cells as an address writes them: `2x3 1 2 3 4 5 6`, with + for spaces. */
export function parseCells(text: string): Cells | undefined {
  const [lengths, ...words] = text.split(' ');
  const shape = parseShape(lengths);
  const values = words.flatMap((word) => parseValue(word) ?? []);
  const isWhole = shape && values.length === words.length && values.length === sizeOf(shape);
  return isWhole ? { shape, values } : undefined;
}

export const cells = (fallback: Cells): Setting<Cells> => ({
  fallback,
  expected: 'a shape and its values, such as 2x2+1+2+3+4',
  read: parseCells,
  write: ({ shape, values }) => [shape.join('x'), ...values].join(' '),
});

/** The values in another shape, in the same order. New cells are filled with `fill`. */
export const resized = (values: readonly number[], shape: Shape, fill: number) =>
  Array.from({ length: sizeOf(shape) }, (_, i) => values[i] ?? fill);

/** Coordinates as in the package's messages, `[0, 2]`. The last `open` are colons. */
export function coordinatesText(shape: Shape, flatIndex: number, open = 0): string {
  const words = shape.map((length, d) => {
    const coordinate = Math.floor(flatIndex / sizeOf(shape.slice(d + 1))) % length;
    return d < shape.length - open ? coordinate : ':';
  });
  return `[${words.join(', ')}]`;
}

/** A value with six digits, which float32 always has. */
export const textOf = (value?: number) =>
  value === undefined ? '' : String(Number(value.toPrecision(6)));

/** The cell that an arrow key leads to, if there is one. */
export function neighbour(shape: Shape, from: number, key: string): number | undefined {
  const columns = shape.at(-1) ?? 1;
  const steps = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1 };
  const to = from + (new Map(Object.entries(steps)).get(key) ?? NaN);
  return to >= 0 && to < sizeOf(shape) ? to : undefined;
}
