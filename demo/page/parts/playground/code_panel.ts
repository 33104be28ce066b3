/** The code of the call that is shown, to be read and copied. */
import { codeTab } from '../../shared/code_tab.js';
import { button } from '../../shared/controls.js';
import { copyText } from '../../shared/copy.js';
import { element } from '../../shared/dom.js';
import type { PageContext } from '../../part.js';

export interface CodePanel {
  /** The code, folded away until someone wants it. */
  readonly root: HTMLElement;
  /** The button that copies the code, and what came of it. */
  readonly copy: HTMLElement;
  /** Shows code; undefined while there is nothing to compute. */
  show(code: string | undefined): void;
}

export function createCodePanel({ announce }: Pick<PageContext, 'announce'>): CodePanel {
  const root = codeTab('');
  const code = root.querySelector('code') ?? element('code');
  const status = element('span', { className: 'said' });
  const copy = button('Copy the code', async () => {
    const isCopied = await copyText(code.textContent);
    if (!isCopied) {
      // Browsers may deny a page the clipboard: then the visitor copies by hand.
      root.open = true;
      getSelection()?.selectAllChildren(code);
    }
    status.textContent = isCopied
      ? 'Copied.'
      : 'The browser does not let the page copy: the code below is selected for you.';
    announce(status.textContent);
  });
  const copying = element('span', { className: 'row copying' }, copy, status);
  return {
    root,
    copy: copying,
    show(text) {
      root.hidden = copying.hidden = text === undefined;
      if (text !== code.textContent) status.textContent = '';
      code.textContent = text ?? '';
    },
  };
}
