/** What is made of numbers to be read. */

/** With three digits that count, and thousands apart: 13,400 or 0.00231. */
export function threeDigits(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/** The upper one of the two in the middle, of an even number; NaN of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b).at(values.length >> 1) ?? NaN;
}
