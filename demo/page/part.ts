/**
 * What a part of the page is, and what the page gives it. A new part is a folder in parts/ whose
 * index.ts exports `part`, and a row in parts/registry.ts.
 *
 * ```ts
 * export const part: Part = {
 *   title: 'Counting',
 *   summary: 'Counts clicks, from the number that the address gives.',
 *   mount(root, page) {
 *     let count = Number(page.query.read().get('count'));
 *     const counted = button('Count', () => {
 *       page.query.replace(new URLSearchParams({ count: String(++count) }));
 *       page.announce(`Counted to ${count}.`);
 *     });
 *     root.append(counted);
 *     return () => undefined;
 *   },
 * };
 * ```
 *
 * What a part throws, in `mount` or later, in a listener or a promise that nobody awaits, is shown on
 * the page as a sentence: a part catches only what it has something better to say about.
 */
import type { Backends } from './shared/backend.js';

export interface Part {
  /** The part's heading, which the page shows above what the part mounts. */
  title: string;
  /** One or two sentences beneath it: what is to be seen and done here. */
  summary: string;
  /**
   * Fills `root`, an empty element in the document. It starts on webgl where there is one, without
   * acceleration, whatever the part before it chose. If it throws, it frees what it made.
   */
  mount(root: HTMLElement, page: PageContext): Unmount | Promise<Unmount>;
}

/**
 * Stops all work and frees all tensors; the page removes the elements. By then `signal` is aborted.
 * It resolves after steps in flight have ended: the next part starts, on a backend of its own, only
 * then. Tensors that are left are an error in the console.
 */
export type Unmount = () => void | Promise<void>;

export interface PageContext {
  /** The part's own state in the address. */
  readonly query: Query;
  readonly backends: Backends;
  /** Aborted when the part is left: for listeners, observers, and work that can be given up. */
  readonly signal: AbortSignal;
  /** Tells those who use a screen reader something that others see, such as that training ended. */
  announce(text: string): void;
  /** Shows a sentence above the part until it is dismissed or the part is left. */
  showNotice(text: string): void;
}

/** The query string of the part in the hash: `#playground?op=gatherND`. */
export interface Query {
  /** A copy of what it is, or, with `replace`, will be in a moment. */
  read(): URLSearchParams;
  /**
   * Changes it without a trace in the history. It may be called as often as one likes, as while
   * someone types: the address follows when the calls pause.
   */
  replace(query: URLSearchParams): void;
  /** Changes it such that going back returns to what it was. */
  push(query: URLSearchParams): void;
  /** Calls back when the visitor has changed it: by going back or forward, or in the address bar. */
  onChange(listener: (query: URLSearchParams) => void): void;
}
