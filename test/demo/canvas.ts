/** Reads the pictures on canvases, as often as a test likes. */
import type { Elements } from './elements.js';

interface Drawn {
  readonly width: number;
  /** Red, green, blue and opacity of each pixel, from 0 to 255, row by row. */
  readonly rgba: readonly number[];
}

function drawnOn(canvas: Elements): Promise<Drawn> {
  return canvas.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('This is no canvas.');
    const { width, height } = canvas;
    // The browser warns of a canvas that is read again and again, unless it was made for that.
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    return { width, rgba: Array.from(copy?.getImageData(0, 0, width, height).data ?? []) };
  });
}

/** The red, green and blue of every pixel of a canvas. */
export async function pixels(canvas: Elements): Promise<number[]> {
  const { rgba } = await drawnOn(canvas);
  return rgba.filter((_, i) => i % 4 !== 3);
}
