/** Targets to be drawn, a text or a picture, as images of any size. */
import { element } from '../../shared/dom.js';
import { PICTURES, type PictureName } from './pictures.js';
import type { Pixels } from './pixels.js';

/** Draws the target anew for each size of image. */
export type Target = (size: number) => Pixels;

/** A text in white on black, as large as fits. */
export function textTarget(text: string): Target {
  return (size) => {
    const context = blackSquare(size);
    const font = (height: number) => `800 ${height}px system-ui, 'Segoe UI', Roboto, sans-serif`;
    const { lines, height } = fitLines(text, size, (line, height) => {
      context.font = font(height);
      return context.measureText(line).width;
    });
    Object.assign(context, { font: font(height), fillStyle: 'white', textAlign: 'center' });
    context.textBaseline = 'middle';
    lines.forEach((line, i) => {
      const middle = size / 2 + (i - (lines.length - 1) / 2) * LINE_HEIGHT * height;
      context.fillText(line, size / 2, middle);
    });
    return pixelsOf(context, 1);
  };
}

/** A ready picture. */
export function readyTarget(name: PictureName): Target {
  return (size) => {
    const context = blackSquare(size);
    context.scale(size, size);
    PICTURES[name].paint(context);
    return pixelsOf(context, 3);
  };
}

/** A picture in a file, which stays on this machine; rejects if the browser cannot read it. */
export async function pictureTarget(file: File): Promise<Target> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
  } catch {
    throw new Error(`${file.name} is not a picture that this browser can read.`);
  } finally {
    URL.revokeObjectURL(image.src);
  }
  // A vector drawing may have no size of its own.
  const width = image.naturalWidth || 1;
  const height = image.naturalHeight || 1;
  const side = Math.min(width, height);
  return (size) => {
    const context = blackSquare(size);
    const [left, top] = [(width - side) / 2, (height - side) / 2];
    context.drawImage(image, left, top, side, side, 0, 0, size, size);
    return pixelsOf(context, 3);
  };
}

/** Height of a line, as a share of the letters' height. */
const LINE_HEIGHT = 1.05;
/** Margin of the text, as a share of the square's side. */
const MARGIN = 0.05;

/** Breaks a text into the lines that let it be the highest within a square. */
export function fitLines(
  text: string,
  size: number,
  widthOf: (line: string, height: number) => number,
): { lines: string[]; height: number } {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const room = size * (1 - 2 * MARGIN);
  for (let height = room; ; height *= 0.96) {
    const lines = breakLines(words, (line) => widthOf(line, height) <= room);
    const isLow = lines.length * LINE_HEIGHT * height <= room;
    const isNarrow = lines.every((line) => widthOf(line, height) <= room);
    if ((isLow && isNarrow) || height < 1) return { lines, height };
  }
}

/** Puts as many words on a line as fit; a word that does not has a line of its own. */
function breakLines(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = [lines.at(-1), word].filter((part) => part !== undefined).join(' ');
    if (lines.length > 0 && fits(longer)) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

function blackSquare(size: number): CanvasRenderingContext2D {
  const canvas = element('canvas', { width: size, height: size });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser offers no canvas to draw on.');
  context.fillRect(0, 0, size, size);
  return context;
}

/** Reads the first channels of a drawing, from 0 to 1. */
function pixelsOf(context: CanvasRenderingContext2D, channels: number): Pixels {
  const size = context.canvas.width;
  const { data } = context.getImageData(0, 0, size, size);
  const values = new Float32Array(size * size * channels);
  for (let pixel = 0; pixel < size * size; pixel++) {
    for (let c = 0; c < channels; c++) values[pixel * channels + c] = data[4 * pixel + c] / 255;
  }
  return { size, channels, values };
}
