/** Reads the pictures on canvases, as often as a test likes. */
import type { Elements } from './elements.js';

/** The red, green and blue of every pixel of a canvas, from 0 to 255. */
export function pixels(canvas: Elements): Promise<number[]> {
  return canvas.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('This is no canvas.');
    const { width, height } = canvas;
    // The browser warns of a canvas that is read again and again, unless it was made for that.
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] };
    return Array.from(data).filter((_, i) => i % 4 !== 3);
  });
}
