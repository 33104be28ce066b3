/** An arrow between cells of two grids. It follows when they move. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface ArrowProps {
  /** The box that holds all grids. */
  stage: RefObject<HTMLElement | null>;
  /** Selectors of the cells at both ends. A slice has several in a row. */
  from: string;
  to: string;
}

export function Arrow({ stage: { current: stage }, from, to }: ArrowProps) {
  const [path, setPath] = useState('');
  useLayoutEffect(() => {
    if (!stage) return;
    const measure = () => {
      setPath(pathOf(stage, from, to));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [stage, ...stage.children]) observer.observe(element);
    // Grids that are wider than their panel scroll within it, and scroll events do not bubble.
    stage.addEventListener('scroll', measure, true);
    return () => {
      observer.disconnect();
      stage.removeEventListener('scroll', measure, true);
    };
  }, [stage, from, to]);
  return (
    <svg class="arrow" aria-hidden="true">
      <marker
        id="arrow-head"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="5"
        markerHeight="5"
        orient="auto"
      >
        <path d="M0 0L8 4L0 8Z" />
      </marker>
      <path key={from} class="line" d={path} marker-end="url(#arrow-head)" />
    </svg>
  );
}

/** An arc beneath the cells of grids side by side, or a line down a narrow page, which stacks them. */
function pathOf(stage: HTMLElement, from: string, to: string): string {
  const [start, end] = [from, to].map((selector) => boxOf(stage, selector));
  const isBeside = matchMedia('(width >= 60rem)').matches;
  const low = Math.max(start.bottom, end.bottom) + 55;
  const middle = isBeside ? low : (start.bottom + end.top) / 2;
  const toY = isBeside ? end.bottom : end.top;
  return `M${start.x} ${start.bottom}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${toY}`;
}

/** The box around some consecutive cells and their outlines. */
function boxOf(stage: HTMLElement, selector: string) {
  const frame = stage.getBoundingClientRect();
  const boxes = [...stage.querySelectorAll(selector)].map((cell) => cell.getBoundingClientRect());
  // A grid that has just become smaller may have lost its cells.
  const [first = frame, last = first] = [boxes.at(0), boxes.at(-1)];
  const x = (first.left + last.right) / 2 - frame.left;
  return { x, top: first.top - frame.top - 3, bottom: last.bottom - frame.top + 3 };
}
