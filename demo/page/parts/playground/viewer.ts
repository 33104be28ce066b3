/** A viewer of a computed tensor. */
import { element } from '../../shared/dom.js';
import { sameShape, type Cells } from './cells.js';
import { createPanelSection, type Panel } from './panel.js';
import { buildTables, type Tables } from './tables.js';

export interface Viewer extends Panel {
  /** Shows a tensor, or instead a sentence that says why there is none. */
  show(cells: Cells | string, dtype: string): void;
}

export function createViewer(name: string): Viewer {
  const scrollBox = element('div', {
    className: 'scroll',
    role: 'group',
    ariaLabel: `Values of ${name}`,
    // Nothing in it takes the focus, by which keys scroll it.
    tabIndex: 0,
  });
  const section = createPanelSection(name, 'computed', scrollBox);
  let shown: Cells | undefined;
  let tables: Tables | undefined;
  return {
    root: section.root,
    get cells() {
      return tables?.cells ?? [];
    },
    show(next, dtype) {
      if (typeof next === 'string') {
        shown = tables = undefined;
        section.showType(undefined);
        scrollBox.replaceChildren(element('p', { className: 'empty', textContent: next }));
        return;
      }
      const { texts } = next;
      if (tables === undefined || !shown || !sameShape(shown.shape, next.shape)) {
        tables = buildTables(name, next.shape, () => '');
        scrollBox.replaceChildren(tables.root);
      }
      shown = next;
      section.showType({ dtype, shape: next.shape });
      tables.cells.forEach((cell, i) => {
        cell.textContent = texts[i];
      });
    },
  };
}
