/**
 * The tables that hold the cells of a tensor: one for its last two dimensions. Leading dimensions
 * give one table after the other, each with its coordinates.
 */
import { element } from '../../shared/dom.js';
import { coordinatesOf, coordinatesText, sizeOf } from './cells.js';

export interface Tables {
  readonly root: HTMLElement;
  /** The cells by their flat index. */
  readonly cells: readonly HTMLTableCellElement[];
}

/** Gives the content of a table cell, by its flat index and its coordinates in words. */
type Fill = (flatIndex: number, coordinates: string) => Node | string;

/** Number of cells from which on they are small, so that all of them are in sight. */
const MOST_LARGE_CELLS = 24;

/** @param isAcross - Lets the rows of a matrix stand as columns, without names of the others. */
export function buildTables(
  name: string,
  shape: readonly number[],
  fill: Fill,
  isAcross = false,
): Tables {
  const className = sizeOf(shape) > MOST_LARGE_CELLS ? 'tables dense' : 'tables';
  const root = element('div', { className });
  const cells: HTMLTableCellElement[] = [];
  if (sizeOf(shape) === 0) {
    root.append(element('p', { className: 'empty', textContent: 'No values' }));
    return { root, cells };
  }
  const leading = shape.slice(0, -2);
  const lengths = [shape.at(-2) ?? 1, shape.at(-1) ?? 1] as const;
  const [rows, columns] = isAcross ? [lengths[1], lengths[0]] : lengths;
  const hasRowHeaders = shape.length > 1 && !isAcross;
  for (let index = 0; index < sizeOf(leading); index++) {
    const caption = leading.length === 0 ? '' : tableName(leading, index);
    const body = element('tbody');
    for (let row = 0; row < rows; row++) {
      const tableRow = element('tr');
      // A vector is one row, which has no number of its own.
      if (hasRowHeaders) tableRow.append(header('row', row));
      for (let column = 0; column < columns; column++) {
        const flatIndex = isAcross ? column * rows + row : (index * rows + row) * columns + column;
        const cell = element('td', {}, fill(flatIndex, coordinatesText(shape, flatIndex)));
        cell.dataset.flat = String(flatIndex);
        cells[flatIndex] = cell;
        tableRow.append(cell);
      }
      body.append(tableRow);
    }
    const table = element('table', { ariaLabel: `${name} ${caption}`.trim() });
    if (caption !== '') table.append(element('caption', { textContent: caption }));
    if (shape.length > 0) table.append(columnHeaders(columns, hasRowHeaders));
    table.append(body);
    root.append(table);
  }
  return { root, cells };
}

function tableName(leading: readonly number[], index: number): string {
  return `[${[...coordinatesOf(leading, index).map(String), ':', ':'].join(', ')}]`;
}

function columnHeaders(columns: number, hasRows: boolean): HTMLElement {
  const tableRow = element('tr');
  if (hasRows) tableRow.append(element('td', { className: 'corner' }));
  for (let column = 0; column < columns; column++) tableRow.append(header('col', column));
  return element('thead', {}, tableRow);
}

function header(scope: 'row' | 'col', index: number): HTMLElement {
  return element('th', { scope, textContent: String(index) });
}
