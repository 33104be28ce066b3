/** A tensor whose cells and shape are edited. */
import { element, uniqueId } from '../../shared/dom.js';
import { resized, sameShape, withText, type Cells } from './cells.js';
import { moveByKeys } from './grid_keys.js';
import { createSizes } from './sizes.js';
import { buildTables, type Tables } from './tables.js';

export interface EditorOptions {
  name: string;
  /** Tells of an edit; `resized` is whether that changed the shape. */
  onEdit: (cells: Cells, resized: boolean) => void;
  /** What new cells hold. Without it the shape is not to be changed. */
  fill?: () => string;
}

export interface Shown {
  cells: Cells;
  /** As in 'float32'. */
  dtype: string;
  /** A sentence about the tensor as a whole, or '' for none. */
  error: string;
  /** Whether a cell is wrong, beside what the error says. */
  isWrong: (flat: number) => boolean;
}

/** A tensor in the page, whose table cells can be marked. */
export interface Panel {
  readonly root: HTMLElement;
  readonly cells: readonly HTMLTableCellElement[];
}

export interface Editor extends Panel {
  show(shown: Shown): void;
}

export function createEditor({ name, onEdit, fill }: EditorOptions): Editor {
  const kind = element('span', { className: 'kind' });
  const failed = element('p', { className: 'error', id: uniqueId(), hidden: true });
  const box = element('div', { className: 'scroll' });
  const sizes = fill
    ? createSizes(name, (shape) => {
        onEdit(resized(cells, shape, fill()), true);
      })
    : undefined;
  const root = element(
    'section',
    { className: 'tensor panel', ariaLabel: name },
    element('h3', {}, element('code', { textContent: name }), kind),
    ...(sizes ? [sizes.root] : []),
    box,
    failed,
  );
  let cells: Cells = { shape: [-1], texts: [] };
  let inputs: HTMLInputElement[] = [];
  let tables: Tables | undefined;

  const build = ({ shape }: Cells) => {
    inputs = [];
    tables = buildTables(name, shape, (flat, place) => {
      const input = cellInput(`${name} ${place}`, failed.id);
      input.addEventListener('input', () => {
        onEdit(withText(cells, flat, input.value), false);
      });
      inputs.push(input);
      return input;
    });
    moveByKeys(tables.root, shape, inputs);
    box.replaceChildren(tables.root);
  };
  return {
    root,
    get cells() {
      return tables?.cells ?? [];
    },
    show({ cells: next, dtype, error, isWrong }) {
      const fresh = !sameShape(next.shape, cells.shape);
      cells = next;
      if (fresh) build(next);
      kind.textContent = `${dtype} [${next.shape.join(', ')}]`;
      failed.textContent = error;
      failed.hidden = error === '';
      inputs.forEach((input, i) => {
        if (input.value !== next.texts[i]) input.value = next.texts[i];
        input.ariaInvalid = String(isWrong(i));
        // Wide enough for what it holds; the browser adds none of its own.
        input.size = Math.min(Math.max(next.texts[i].length, 3), 12);
      });
      sizes?.show(next);
    },
  };
}

function cellInput(label: string, errorId: string): HTMLInputElement {
  const input = element('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    ariaLabel: label,
  });
  input.setAttribute('aria-describedby', errorId);
  return input;
}
