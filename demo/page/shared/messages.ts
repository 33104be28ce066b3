/** Messages to the visitor: notices, failures, and announcements to screen readers. */
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

/** Shows a notice until it is dismissed. The same text is never shown twice. */
export function notify(text: string, actions: readonly Action[] = []): void {
  // The address is read during rendering, when no signal may change.
  queueMicrotask(() => {
    if (notices.peek().some((notice) => notice.text === text)) return;
    notices.value = [...notices.peek(), { text, actions }];
  });
}

export function dismiss(notice: Notice): void {
  notices.value = notices.peek().filter((one) => one !== notice);
}

/** Announces to screen readers what others see, such as the end of training. */
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

/** Shows an error that no part explains. Many steps may fail for one reason. */
export function fail(error: unknown): void {
  const text = `Something went wrong: ${sentenceOf(error)}`;
  if (!failures.peek().includes(text)) failures.value = [...failures.peek(), text];
}
