/** Opens the part that the address names, after the one before has ended; one at a time. */
import { createPartMounter, type MountPart, type PartMounterOptions } from './mount_part.js';
import type { Unmount } from './part.js';
import { PARTS, type PartEntry } from './parts/registry.js';
import { createPartQuery, formatHash, parseHash, type PartQuery, type Route } from './route.js';
import { element } from './shared/dom.js';
import { isAbort } from './shared/failure.js';

export interface OpenerOptions extends PartMounterOptions {
  /** The link to each part, by its name. */
  links: ReadonlyMap<string, HTMLAnchorElement>;
  showFailure: (error: unknown) => void;
  clearFailures: () => void;
}

export interface Opener {
  /** Opens the current part anew, without the choices that `forget` names. */
  reopen(...forget: readonly string[]): void;
}

/** A part that is opening or open. */
interface OpenPart {
  readonly name: string;
  readonly query: PartQuery;
  readonly controller: AbortController;
  /** Resolves when the part is mounted, or its failure is shown. */
  readonly opened: Promise<void>;
  readonly unmount: Unmount;
}

const NAMES = PARTS.map(({ name }) => name);

/** Longest wait for a part to end its step before the next one opens, in ms. */
const PATIENCE = 1500;

/** Opens the part of the address, and again whenever the address changes. */
export function startOpener(options: OpenerOptions): Opener {
  const { main, showNotice } = options;
  const mountPart = createPartMounter(options);
  let current: OpenPart | undefined;
  let isFollowing = false;

  const isOpen = ({ name }: Route) => current?.name === name && !current.controller.signal.aborted;
  const followAddress = async () => {
    if (isFollowing) return;
    isFollowing = true;
    try {
      for (let route = currentRoute(); !isOpen(route); route = currentRoute()) {
        const isFirst = current === undefined;
        showOpening(route.name, options);
        if (current) await leavePart(current, options);
        current = openPart(route, mountPart, options);
        if (route.unknown !== undefined) showNotice(unknownText(route), current.controller.signal);
        // A part that is left while it opens is waited for no longer.
        await Promise.race([current.opened, whenAborted(current.controller.signal)]);
        // Readers who came by a link read on at the part's heading.
        if (!isFirst && isOpen(route)) main.querySelector('h2')?.focus();
      }
      current?.query.follow(currentRoute().query);
    } finally {
      isFollowing = false;
    }
  };

  addEventListener('hashchange', () => {
    const { name } = currentRoute();
    if (current && current.name !== name) {
      // Work for a part that is being left need not end before the visitor sees the next.
      abandon(current);
      showOpening(name, options);
    }
    void followAddress();
  });
  void followAddress();
  return {
    reopen(...forget) {
      if (current === undefined) return;
      // The part of the address may be on its way while the current one still ends.
      const { name, query } = currentRoute();
      for (const choice of forget) query.delete(choice);
      abandon(current);
      history.replaceState(null, '', formatHash({ name, query }));
      void followAddress();
    },
  };
}

/** Marks the link of a part, and empties the page, which then says that it is loading. */
function showOpening(name: string, { main, links }: OpenerOptions): void {
  showCurrentLink(links, name);
  main.replaceChildren();
  main.ariaBusy = 'true';
}

function openPart(
  route: Route,
  mountPart: MountPart,
  { main, links, showFailure }: OpenerOptions,
): OpenPart {
  const { name } = route;
  // Who comes back by the link finds the choices that were made.
  const keepInLink = (hash: string) => {
    const link = links.get(name);
    if (link) link.hash = hash;
  };
  keepInLink(formatHash(route));
  const query = createPartQuery(route, keepInLink);
  const controller = new AbortController();
  const { signal } = controller;
  let unmount: Unmount = () => undefined;
  const mount = async () => {
    unmount = await mountPart(entryOf(name), query, signal);
  };
  const opened = guarded(mount, showFailure).then(() => {
    if (!signal.aborted) main.ariaBusy = 'false';
  });
  return { name, query, controller, opened, unmount: () => opened.then(() => unmount()) };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

function unknownText({ unknown, name }: Route): string {
  const [given, opened] = [unknown, name].map((name) => `‘${String(name).slice(0, 40)}’`);
  return `There is no part ${given}, which the address asks for. This is ${opened}.`;
}

/** Gives up the work of a part, and leaves the address as it is. */
function abandon({ query, controller }: OpenPart): void {
  query.close();
  controller.abort();
}

async function leavePart(part: OpenPart, options: OpenerOptions): Promise<void> {
  abandon(part);
  options.clearFailures();
  // A step that takes long, or never ends, must not keep the visitor from the next part.
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([guarded(part.unmount, options.showFailure), patience]);
}

/** Does something, and shows its error unless that says only that the work was aborted. */
async function guarded(
  work: () => void | Promise<void>,
  showFailure: OpenerOptions['showFailure'],
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isAbort(error)) showFailure(error);
  }
}

function currentRoute(): Route {
  return parseHash(location.hash, NAMES);
}

function entryOf(name: string): PartEntry {
  const entry = PARTS.find((entry) => entry.name === name);
  if (entry === undefined) throw new Error(`There is no part ${name}.`);
  return entry;
}

/** Marks the link of the open part for screen readers and style.css. */
function showCurrentLink(links: OpenerOptions['links'], name: string): void {
  for (const [other, link] of links) link.ariaCurrent = other === name ? 'page' : null;
}

/** Makes a link to each part of the page. */
export function partLinks(): Map<string, HTMLAnchorElement> {
  return new Map(
    PARTS.map(({ name, label }) => {
      const hash = formatHash({ name, query: new URLSearchParams() });
      return [name, element('a', { href: hash, textContent: label })];
    }),
  );
}
