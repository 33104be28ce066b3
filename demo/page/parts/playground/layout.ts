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
  /** True if the output leaves no room for the words about it: they then stand below data. */
  readonly tall: boolean;
  /** True if updates stand beside their indices, as both are long. */
  readonly beside: boolean;
}

/** Rows of cells that leave room for words beneath them. */
const MOST_ROWS = 7;

export function layoutOf({ op, data, updates }: State): Layout {
  const scatters = isScatter(op);
  const isRow = ({ shape }: Cells) => sizeOf(shape.slice(0, -1)) === 1;
  const down = isRow(data) || (scatters && isRow(updates));
  const inColumns = scatters && !down;
  return {
    scatters,
    down,
    tall: inColumns && rowsOf(data) > MOST_ROWS,
    beside: inColumns && rowsOf(updates) > MOST_ROWS,
  };
}

/** The number of rows that a tensor takes, whose layers stand two by two, each with its name. */
function rowsOf({ shape }: Cells): number {
  const layers = sizeOf(shape.slice(0, -2));
  return Math.ceil(layers / 2) * ((shape.at(-2) ?? 1) + (layers > 1 ? 1 : 0));
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
  return JSON.stringify(a) === JSON.stringify(b);
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
  grids.classList.toggle('tall', layout.tall);
  grids.classList.toggle('beside', layout.beside);
  keepFocus(() => {
    grids.replaceChildren(...stacks);
  });
}

function columnsOf(placed: Placed, { scatters, down, tall }: Layout): HTMLElement[][] {
  const { data, indices, updates, output, told } = placed;
  if (scatters && down) {
    return [
      [data, told],
      [indices, updates, output],
    ];
  }
  if (scatters && tall) return [[data, told], [indices, updates], [output]];
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
