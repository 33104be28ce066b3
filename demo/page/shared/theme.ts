/**
 * The theme, dark or light: the system's or the visitor's choice, and its colours for scripts that
 * draw. Styles need none of this: their colours follow the theme by themselves.
 */
import { element } from './dom.js';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The colours that style.css defines, as `--ink` and so on. */
export type Colour =
  'ink' | 'soft' | 'paper' | 'panel' | 'line' | 'accent' | 'good' | 'bad' | `series-${Series}`;
/**
 * Series of a chart and classes of nodes: most people with colour blindness notify them apart, too.
 */
type Series = 1 | 2 | 3 | 4 | 5 | 6;

export const SERIES_COLOURS: readonly Colour[] = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];

/** Colours behind others: where the system chooses colours, it gives backgrounds another than texts. */
const GROUNDS: ReadonlySet<Colour> = new Set(['paper', 'panel']);

const STORAGE_KEY = 'theme';
const changes = new EventTarget();
for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
  matchMedia(query).addEventListener('change', notify);
}

function notify(): void {
  changes.dispatchEvent(new Event('change'));
}

/** The visitor's choice, on an earlier visit too. */
export function chosenTheme(): Theme {
  const stored = storage()?.getItem(STORAGE_KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  storage()?.setItem(STORAGE_KEY, theme);
  document.documentElement.dataset.theme = theme;
  notify();
}

/**
 * The page's storage; undefined if the browser keeps none, and the theme then lasts as long as the
 * page.
 */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Calls back whenever colours may have changed. */
export function onThemeChange(listener: () => void, signal: AbortSignal): void {
  changes.addEventListener('change', listener, { signal });
}

/** The present value of a colour, such as `rgb(20, 24, 33)`. */
export function colour(name: Colour): string {
  // Browsers compute a colour only where a property uses it: a custom property reads as written.
  const probe = element('span', { hidden: true });
  const property = GROUNDS.has(name) ? 'backgroundColor' : 'color';
  probe.style[property] = `var(--${name})`;
  // Where the system chooses the colours, text takes the system's; series still have to differ.
  if (name.startsWith('series')) probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const value = getComputedStyle(probe)[property];
  probe.remove();
  return value;
}
