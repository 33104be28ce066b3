/** Images as numbers, which the page and the worker exchange. */

/** A square image in red, green and blue, row by row, from 0 (dark) to 1 (bright). */
export interface Pixels {
  /** Length of a side: a power of two. */
  size: number;
  values: Float32Array;
}

/** The colours of an image for a canvas, four bytes a pixel. */
export function bytesOf({ size, values }: Pixels): Uint8ClampedArray<ArrayBuffer> {
  const bytes = new Uint8ClampedArray(4 * size * size).fill(255);
  for (let i = 0; i < values.length; i++) {
    bytes[i + Math.floor(i / 3)] = 255 * values[i];
  }
  return bytes;
}

/** The root mean squared difference of two images. Black and white differ by 1. */
export function differenceOf(a: Pixels, b: Pixels): number {
  const sum = a.values.reduce((sum, value, i) => sum + (value - b.values[i]) ** 2, 0);
  return Math.sqrt(sum / a.values.length);
}
