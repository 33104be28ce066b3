/** The gradients of a call: dy, which the visitor edits, and the gradients of data and updates. */
import { element } from '../../shared/dom.js';
import type { Outcome } from './attempt.js';
import { isScatter, type State } from './call.js';
import { dyFor } from './compute.js';
import { isValidText } from './dtypes.js';
import { createEditor } from './editor.js';
import { createViewer } from './viewer.js';

export interface GradientPanels {
  readonly root: HTMLElement;
  show(state: State, outcome: Outcome): void;
}

export function createGradients(edit: (next: State) => void): GradientPanels {
  let state: State | undefined;
  const dy = createEditor({
    name: 'dy',
    onEdit: (cells) => {
      if (state) edit({ ...state, dy: cells });
    },
  });
  const dataGradient = createViewer('gradient of data');
  const updatesGradient = createViewer('gradient of updates');
  const grids = element(
    'div',
    { className: 'grids' },
    dy.root,
    dataGradient.root,
    updatesGradient.root,
  );
  const explanation = element('p', { className: 'note' });
  const root = element(
    'section',
    { className: 'gradients', ariaLabel: 'What flows back' },
    element('h3', { textContent: 'Gradients' }),
    explanation,
    grids,
  );
  return {
    root,
    show(next, { computed, gradients, error }) {
      state = next;
      root.hidden = !next.gradients;
      const isFloat = next.dtype === 'float32';
      grids.hidden = computed === undefined || !isFloat;
      explanation.textContent = explanationOf(next, computed !== undefined);
      if (grids.hidden || computed === undefined) return;
      const cells = dyFor(next.dy, computed.output.shape);
      dy.show({
        cells,
        dtype: 'float32',
        error: error?.field === 'dy' ? error.message : '',
        isWrong: (flatIndex) => !isValidText(cells.texts[flatIndex], 'float32'),
      });
      const missing = 'None while dy is invalid.';
      dataGradient.show(gradients?.data ?? missing, 'float32');
      updatesGradient.root.hidden = !isScatter(next.op);
      updatesGradient.show(gradients?.updates ?? missing, 'float32');
    },
  };
}

function explanationOf({ dtype }: State, isComputed: boolean): string {
  if (dtype !== 'float32') return `Gradients flow through float32 only: data is ${dtype}.`;
  if (!isComputed) return 'Gradients appear once there is an output.';
  return 'Choose dy, the gradient of a loss at the output; its gradients at the inputs appear beside it.';
}
