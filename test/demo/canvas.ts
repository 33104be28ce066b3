/** Reads the pictures on canvases, as often as a test likes. */
import type { Elements } from './elements.js';

interface Drawn {
  readonly width: number;
  /** Red, green, blue and opacity of each pixel, from 0 to 255, row by row. */
  readonly rgba: readonly number[];
}

export function drawnOn(canvas: Elements): Promise<Drawn> {
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

/** The colour of each series in a chart's legend, and how many pixels of the chart have it. */
export async function seriesIn(chart: Elements): Promise<{ colour: string; count: number }[]> {
  const { rgba } = await drawnOn(chart.find('canvas'));
  const colours = await chart.evaluate((chart) =>
    [...chart.querySelectorAll('.swatch')].map((one) => getComputedStyle(one).backgroundColor),
  );
  return colours.map((colour) => {
    const wanted = [...(colour.match(/\d+/g) ?? []).map(Number), 255];
    const isIt = (_: number, i: number) =>
      i % 4 === 0 && wanted.every((part, at) => rgba[i + at] === part);
    return { colour, count: rgba.filter(isIt).length };
  });
}
