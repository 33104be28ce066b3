/** A canvas with the pixels of an image, scaled to its box. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Frame } from './service.js';

interface PixelCanvasProps extends Partial<Pick<Frame, 'size' | 'bytes'>> {
  /** Describes the picture to screen readers. */
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
