/** What goes wrong shows on the page, as a sentence. */
import { element } from './dom.js';

export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Shows an error in `place`, which is role="alert", and in the console with its stack. */
export function showFailure(place: HTMLElement, error: unknown): void {
  console.error(error);
  putFailure(place, error);
}

function putFailure(place: HTMLElement, error: unknown): void {
  const text = `Something went wrong: ${sentenceOf(error)}`;
  // The same step may fail many times over.
  if ([...place.children].some((child) => child.textContent === text)) return;
  place.append(element('p', { className: 'failure', textContent: text }));
}

/** Shows what nobody caught, which the browser puts into the console; work given up is no failure. */
export function showUncaught(place: HTMLElement): void {
  addEventListener('error', ({ error, message }) => {
    putFailure(place, error ?? message);
  });
  addEventListener('unhandledrejection', (event) => {
    if (isAbort(event.reason)) event.preventDefault();
    else putFailure(place, event.reason);
  });
}

/** Whether it says only that an AbortSignal was aborted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
