/** Cells as a word of the address. */
import { shapeProblem, sizeOf, type Cells } from './cells.js';

/**
 * Writes cells as `2x3 1 2 3 4 5 6` or `scalar 1`, which an address shows with + for spaces. Texts
 * escape their own spaces.
 */
export function formatCells({ shape, texts }: Cells): string {
  const lengths = shape.length === 0 ? 'scalar' : shape.join('x');
  return [lengths, ...texts.map(encodeURIComponent)].join(' ');
}

/** Parses cells; returns what is wrong with them, after their name, if they are none. */
export function parseCells(given: string | null): Cells | string {
  const expected = 'expected a shape and as many values, such as 2x2+1+2+3+4';
  if (given === null) return `is missing, ${expected}`;
  const problem = `is ‘${given.slice(0, 40)}’, ${expected}`;
  const [lengths, ...words] = given.split(' ');
  if (!/^(scalar|\d{1,4}(x\d{1,4})*)$/.test(lengths)) return problem;
  const shape = lengths === 'scalar' ? [] : lengths.split('x').map(Number);
  const tooLarge = shapeProblem(shape);
  if (tooLarge !== undefined) return `is too large (${tooLarge.replace(/\.$/, '')})`;
  if (words.length !== sizeOf(shape)) return problem;
  try {
    return { shape, texts: words.map(decodeURIComponent) };
  } catch {
    return problem;
  }
}
