/** What the page tells its visitors: notices, failures, and words for those who hear the page. */
import { signal } from '@preact/signals';

export interface Action {
  label: string;
  run: () => void;
}

export interface Notice {
  text: string;
  actions: readonly Action[];
}

export const notices = signal<readonly Notice[]>([]);
export const failures = signal<readonly string[]>([]);
export const announcement = signal('');

/** Shows a sentence until it is dismissed; one that is shown already stays as it is. */
export function notify(text: string, actions: readonly Action[] = []): void {
  // An address is read while components are drawn, when no signal may change.
  queueMicrotask(() => {
    if (notices.peek().some((notice) => notice.text === text)) return;
    notices.value = [...notices.peek(), { text, actions }];
  });
}

export function dismiss(notice: Notice): void {
  notices.value = notices.peek().filter((one) => one !== notice);
}

/** Tells users of screen readers an event that others see, such as the end of training. */
export function announce(text: string): void {
  announcement.value = '';
  requestAnimationFrame(() => {
    announcement.value = text;
  });
}

export const sentenceOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** Shows that something failed that no part explains. Steps may fail many times over for one reason. */
export function fail(error: unknown): void {
  const text = `Something went wrong: ${sentenceOf(error)}`;
  if (!failures.peek().includes(text)) failures.value = [...failures.peek(), text];
}
