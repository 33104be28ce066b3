/**
 * Dark or light, as the system has it or as the visitor chose, and the colours of style.css for what
 * is drawn by script. Styles need none of it: their colours follow the theme by themselves.
 */
import { element } from './dom.js';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The colours that style.css defines, as `--ink` and so on. */
export type Colour =
  'ink' | 'soft' | 'paper' | 'panel' | 'line' | 'accent' | 'good' | 'bad' | `series-${Series}`;
/** Series of a chart and classes of nodes: told apart by most who see few colours, too. */
type Series = 1 | 2 | 3 | 4 | 5 | 6;

export const SERIES_COLOURS: readonly Colour[] = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
];

const KEY = 'theme';
const changes = new EventTarget();
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
systemIsDark.addEventListener('change', tell);

function tell(): void {
  changes.dispatchEvent(new Event('change'));
}

/** What the visitor chose, on an earlier visit too. */
export function chosenTheme(): Theme {
  const stored = storage()?.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  storage()?.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
  tell();
}

/** None where the browser keeps nothing for the page; the theme then lasts as long as the page. */
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

/** A colour as the theme has it at this moment, such as `rgb(20, 24, 33)`. */
export function colour(name: Colour): string {
  // A custom property reads as it was written; only a property that uses it is computed.
  const probe = element('span', { hidden: true });
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
