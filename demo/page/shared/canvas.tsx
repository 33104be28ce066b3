/** A canvas as wide as its box, with as many pixels as the screen has there. */
import { useEffect, useRef } from 'preact/hooks';
import { paint } from './theme.js';

/** The size of a canvas, in CSS pixels. */
export interface CanvasSize {
  width: number;
  height: number;
}

export interface CanvasProps {
  /** Describes the picture to screen readers. */
  label: string;
  /**
   * Draws on an empty canvas, in CSS pixels. Called when this function, the size or the theme
   * changes.
   */
  draw: (context: CanvasRenderingContext2D, size: CanvasSize) => void;
}

export function Canvas({ label, draw }: CanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);
  latest.current = draw;
  const version = paint.value;
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (ref.current) drawOn(ref.current, latest.current);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [draw, version]);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return undefined;
    const observer = new ResizeObserver(() => {
      drawOn(canvas, latest.current);
    });
    observer.observe(canvas);
    return () => {
      observer.disconnect();
    };
  }, []);
  return <canvas ref={ref} class="canvas" role="img" aria-label={label} />;
}

function drawOn(canvas: HTMLCanvasElement, draw: CanvasProps['draw']): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (context === null || width === 0 || height === 0) return;
  const ratio = devicePixelRatio;
  // Assigning a size empties the canvas, even if it stays the same.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  draw(context, { width, height });
}
