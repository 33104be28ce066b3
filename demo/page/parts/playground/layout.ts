/**
 * The layout of the grids. Indices are above the updates they steer. The source of the values is next to
 * the output, side by side with it or above it.
 */
import { element } from '../../shared/dom.js';
import { isScatter, OPS, type State } from './call.js';
import { sizeOf, type Cells } from './cells.js';

export interface Layout {
  readonly scatters: boolean;
  /** True if arrows go down: those of a single row would lie on each other sideways. */
  readonly down: boolean;
}

export function layoutOf({ op, data, updates }: State): Layout {
  const scatters = isScatter(op);
  const isRow = ({ shape }: Cells) => sizeOf(shape.slice(0, -1)) === 1;
  return { scatters, down: isRow(data) || (scatters && isRow(updates)) };
}

/** True if every row of indices steers one value of updates, and stands above it. */
export function standsAcross({ op, indices, updates }: State): boolean {
  return (
    OPS[op].axisOption === 'batchDims' &&
    isScatter(op) &&
    indices.shape.length === 2 &&
    updates.shape.length === 1
  );
}

export function sameLayout(a: Layout | undefined, b: Layout): boolean {
  return a?.scatters === b.scatters && a.down === b.down;
}

/** `told` are the words about the output. */
export type Placed = Readonly<
  Record<'data' | 'indices' | 'updates' | 'output' | 'told', HTMLElement>
>;

/** Puts the grids in columns, so that no arrow crosses another grid. */
export function arrange(grids: HTMLElement, placed: Placed, layout: Layout): void {
  const stacks = columnsOf(placed, layout).map((parts) =>
    element('div', { className: 'stack' }, ...parts),
  );
  grids.classList.toggle('down', layout.down);
  grids.classList.toggle('gathers', !layout.scatters);
  keepFocus(() => {
    grids.replaceChildren(...stacks);
  });
}

function columnsOf(placed: Placed, { scatters, down }: Layout): HTMLElement[][] {
  const { data, indices, updates, output, told } = placed;
  if (scatters && down) {
    return [
      [data, told],
      [indices, updates, output],
    ];
  }
  if (scatters) return [[data], [indices, updates], [output, told]];
  if (down) {
    return [
      [indices, told],
      [data, output],
    ];
  }
  return [
    [data, told],
    [indices, output],
  ];
}

/** Restores the focus, which browsers take from elements that move in the document. */
function keepFocus(work: () => void): void {
  const { activeElement } = document;
  work();
  if (activeElement instanceof HTMLElement && activeElement.isConnected) {
    activeElement.focus({ preventScroll: true });
  }
}
