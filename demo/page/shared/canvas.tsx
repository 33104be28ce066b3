/** A canvas as wide as its box, with as many pixels as the screen has there. */
import { useEffect, useRef } from 'preact/hooks';
import { paint } from './theme.js';

/** The size of a canvas, in CSS pixels. */
export interface CanvasSize {
  width: number;
  height: number;
}

export interface CanvasProps {
  /** Names the picture and says what it shows now, for users of screen readers. */
  label: string;
  /** Width / height. Default: 1. */
  aspectRatio?: number;
  /**
   * Draws all of it on an empty canvas, in CSS pixels. Called after each rendering of the component,
   * and when its size or the theme changes.
   */
  draw: (context: CanvasRenderingContext2D, size: CanvasSize) => void;
  /** Get the position of the pointer, in the unit and from the origin of `draw`. */
  onPoint?: (position: Position | undefined) => void;
  onPick?: (position: Position) => void;
}

export interface Position {
  x: number;
  y: number;
}

export function Canvas({ label, aspectRatio = 1, draw, onPoint, onPick }: CanvasProps) {
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
  return (
    <canvas
      ref={ref}
      class="canvas"
      role="img"
      aria-label={label}
      style={{ aspectRatio: String(aspectRatio) }}
      onPointerMove={(event) => onPoint?.(positionOf(event))}
      onPointerLeave={() => onPoint?.(undefined)}
      onClick={(event) => onPick?.(positionOf(event))}
    />
  );
}

function positionOf(event: MouseEvent): Position {
  const { clientX, clientY, currentTarget } = event;
  if (!(currentTarget instanceof Element)) throw new Error('The event has no element.');
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
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
