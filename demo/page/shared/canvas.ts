/** A canvas as wide as its box, with as many pixels as the screen has there. */
import { element } from './dom.js';
import { onThemeChange } from './theme.js';

/** What is drawn on, in CSS pixels. */
export interface CanvasSize {
  width: number;
  height: number;
}

export interface CanvasOptions {
  /** What is to be seen on it, for those who cannot see it; see `describe` as well. */
  label: string;
  /** Width / height. Default: 1. */
  aspectRatio?: number;
  /**
   * Draws all of it on an empty canvas; called when its size or the theme changes, and after
   * `redraw`. The unit is a CSS pixel.
   */
  draw: (context: CanvasRenderingContext2D, size: CanvasSize) => void;
  signal: AbortSignal;
}

export interface Canvas {
  readonly element: HTMLCanvasElement;
  /** Draws when the page does next, once, however often it is asked for. */
  redraw(): void;
  /** Says in words what is to be seen at this moment. */
  describe(text: string): void;
  /** Where a pointer is, in the unit and from the origin of `draw`. */
  positionOf(event: MouseEvent): { x: number; y: number };
}

export function createCanvas({ label, aspectRatio = 1, draw, signal }: CanvasOptions): Canvas {
  const canvas = element('canvas', { className: 'canvas', role: 'img', ariaLabel: label });
  canvas.style.aspectRatio = String(aspectRatio);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser offers no canvas to draw on.');
  let frame = 0;

  const drawNow = () => {
    frame = 0;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    const ratio = devicePixelRatio;
    // Setting the size empties the canvas, even to what it is.
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    draw(context, { width, height });
  };
  const redraw = () => {
    if (frame === 0 && !signal.aborted) frame = requestAnimationFrame(drawNow);
  };
  const observer = new ResizeObserver(redraw);
  observer.observe(canvas);
  onThemeChange(redraw, signal);
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  });

  return {
    element: canvas,
    redraw,
    describe(text) {
      canvas.ariaLabel = `${label}: ${text}`;
    },
    positionOf({ clientX, clientY }) {
      const { left, top } = canvas.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    },
  };
}
