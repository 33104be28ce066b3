/** Targets to draw, a text or a picture, as images of any size. */
import type { Pixels } from './pixels.js';

/** Draws the target in an image of a size. */
export type Target = (size: number) => Pixels;

/** Colours of a text from left to right, so that there are colours to learn. */
const COLOURS = ['#5ea2ff', '#c48bff', '#ffb05c'];

/** A text on black, one word per line, as large as possible. */
export function textTarget(text: string): Target {
  return (size) => {
    const context = blackSquare(size);
    const words = text.trim().split(/\s+/);
    const font = (height: number) => `800 ${height}px system-ui, 'Segoe UI', Roboto, sans-serif`;
    context.font = font(size);
    const widest = Math.max(...words.map((word) => context.measureText(word).width)) / size;
    const height = (0.9 * size) / Math.max(widest, words.length);
    const fillStyle = context.createLinearGradient(0, 0, size, 0);
    for (const [i, colour] of COLOURS.entries()) fillStyle.addColorStop(i / 2, colour);
    Object.assign(context, { font: font(height), fillStyle, textAlign: 'center' });
    context.textBaseline = 'middle';
    words.forEach((word, i) => {
      context.fillText(word, size / 2, size / 2 + (i - (words.length - 1) / 2) * height);
    });
    return pixelsOf(context);
  };
}

/** A picture in a file. Rejects if the browser cannot read it. */
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
    return pixelsOf(context);
  };
}

function blackSquare(size: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser could not create a 2D canvas.');
  context.fillRect(0, 0, size, size);
  return context;
}

/** Reads red, green and blue of a drawing, from 0 to 1. */
function pixelsOf(context: CanvasRenderingContext2D): Pixels {
  const size = context.canvas.width;
  const { data } = context.getImageData(0, 0, size, size);
  const values = new Float32Array(size * size * 3);
  for (let i = 0; i < values.length; i++) values[i] = data[i + Math.floor(i / 3)] / 255;
  return { size, values };
}
