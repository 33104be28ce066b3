/** The theme, chosen by the system or the visitor, and its colours for drawing. */
import { effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The colours that style.css defines, as `--ink` and so on. */
export type Colour =
  | 'ink'
  | 'soft'
  | 'paper'
  | 'panel'
  | 'line'
  | 'accent'
  | 'ours'
  | 'stock'
  | 'other'
  | `class-${1 | 2 | 3 | 4}`;

const KEY = 'theme';
/** Without storage, the theme lasts as long as the page. */
const storage = (() => {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
})();

export const theme = signal<Theme>(
  THEMES.find((name) => name === storage?.getItem(KEY)) ?? 'system',
);
/** Changes whenever the colours may have changed. Whatever draws with them reads it. */
export const paint = signal(0);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  storage?.setItem(KEY, theme.value);
  paint.value = paint.peek() + 1;
});
for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
  matchMedia(query).addEventListener('change', () => paint.value++);
}

export const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The current value of a colour, such as `rgb(20, 24, 33)`. */
export function colour(name: Colour): string {
  // A custom property reads as it is written. Only a property that uses it has a computed colour.
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
