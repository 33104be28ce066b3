/** Arrows from the source cells of values to their cells in the output, over a stage that holds both. */
import type { Link, Links } from './links.js';
import { curve, union, type Box, type End } from './curves.js';
import type { EndPanels } from './marks.js';
import type { Panel } from './panel.js';

export const SVG = 'http://www.w3.org/2000/svg';

export interface Arrows {
  /** Draws these from now on, following any movement; none if undefined. */
  show(next: LinkedPanels | undefined): void;
}

interface LinkedPanels extends EndPanels {
  links: Links;
  /** True for a scatter, whose values are those of the source. */
  scatters: boolean;
}

/** @param onDrawn - Gets all arrows that were drawn, each with its value in its data. */
export function createArrows(
  stage: HTMLElement,
  signal: AbortSignal,
  onDrawn: (arrows: readonly SVGGElement[]) => void,
): Arrows {
  const svg = document.createElementNS(SVG, 'svg');
  svg.classList.add('arrows');
  svg.ariaHidden = 'true';
  stage.append(svg);
  let shown: LinkedPanels | undefined;
  let frame = 0;
  const draw = () => {
    frame = 0;
    const origin = stage.getBoundingClientRect();
    const arrows = shown === undefined ? [] : arrowsOf(shown, origin);
    svg.replaceChildren(...arrows);
    onDrawn(arrows);
  };
  const redraw = () => {
    if (frame === 0 && !signal.aborted) frame = requestAnimationFrame(draw);
  };
  const observer = new ResizeObserver(redraw);
  observer.observe(stage);
  // Grids that are wider than their panel scroll within it, and scroll events do not bubble.
  stage.addEventListener('scroll', redraw, { capture: true, passive: true });
  // The output stays in sight on a phone, so its arrows move with the page.
  addEventListener('scroll', redraw, { passive: true, signal });
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  });
  return {
    show(next) {
      shown = next;
      redraw();
    },
  };
}

/** An arrow for each run of links; one of slices has frames around both of its ends. */
function arrowsOf(
  { links, source, output, scatters }: LinkedPanels,
  origin: DOMRect,
): SVGGElement[] {
  const { run } = links;
  const endOf = (panel: Panel, first: number): End => {
    const cells = panel.cells.slice(first, first + run);
    const box = union(cells.map((cell) => cell.getBoundingClientRect()));
    return {
      cell: visiblePart(box, panel, origin),
      panel: relativeTo(origin, panel.root.getBoundingClientRect()),
      lane: run > 1 ? 0 : first,
    };
  };
  const isSideways =
    output.root.getBoundingClientRect().left >= source.root.getBoundingClientRect().right;
  return firstOfRuns(links).map(({ from, to, manner }) => {
    const [start, end] = [endOf(source, from), endOf(output, to)];
    const { line, head } = curve(start, end, isSideways);
    const group = document.createElementNS(SVG, 'g');
    group.classList.add(manner);
    // An output that stays in sight covers what is scrolled beneath it.
    group.classList.toggle('covered', !isSideways && start.cell.bottom > end.panel.top);
    group.dataset.value = String(scatters ? from : to);
    group.append(createPath('line', line), createPath('head', head));
    if (run > 1) group.append(frameOf(start.cell), frameOf(end.cell));
    return group;
  });
}

/** Links that stand for each run, for the others lie beside them. */
function firstOfRuns({ links, run }: Links): readonly Link[] {
  return links.filter(({ from, to }) => from % run === 0 && to % run === 0);
}

/** The part of a box that its panel shows, in coordinates of the stage. */
function visiblePart(box: Box, { root }: Panel, origin: DOMRect): Box {
  const clip = (root.querySelector('.scroll') ?? root).getBoundingClientRect();
  const clamp = (least: number, most: number) => (x: number) => Math.min(Math.max(x, least), most);
  const [toX, toY] = [clamp(clip.left, clip.right), clamp(clip.top, clip.bottom)];
  const { left, right, top, bottom } = box;
  return relativeTo(origin, {
    left: toX(left),
    right: toX(right),
    top: toY(top),
    bottom: toY(bottom),
  });
}

function relativeTo(origin: DOMRect, { left, right, top, bottom }: Box): Box {
  return {
    left: left - origin.left,
    right: right - origin.left,
    top: top - origin.top,
    bottom: bottom - origin.top,
  };
}

export function createPath(className: string, d: string): SVGPathElement {
  const path = document.createElementNS(SVG, 'path');
  path.classList.add(className);
  path.setAttribute('d', d);
  return path;
}

function frameOf({ left, right, top, bottom }: Box): SVGPathElement {
  return createPath('frame', `M${left} ${top}H${right}V${bottom}H${left}Z`);
}
