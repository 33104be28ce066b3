/** A canvas with a pixel for each of an image's, scaled to its box. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Frame } from './service.js';

interface PixelCanvasProps extends Partial<Pick<Frame, 'size' | 'bytes'>> {
  /** Says what the picture shows, for users of screen readers. */
  label: string;
}

export function PixelCanvas({ label, size = 1, bytes }: PixelCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (bytes) ref.current?.getContext('2d')?.putImageData(new ImageData(bytes, size), 0, 0);
  }, [bytes, size]);
  return (
    <canvas ref={ref} class="canvas" role="img" aria-label={label} width={size} height={size} />
  );
}
