/**
 * The state of a part, which the address keeps: `#train?data=karate&nodes=400`. Going back and forward
 * changes it, a link carries it, and a part that is opened again finds it as it was.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { notify } from './messages.js';

/** How a value is written in the address. `read` returns undefined for a text that is no value. */
export interface Setting<Value> {
  readonly fallback: Value;
  /** What the address may say, for the sentence about a text that is something else. */
  readonly expected: string;
  read: (text: string) => Value | undefined;
  write: (value: Value) => string;
}

export type Settings<State> = { readonly [Name in keyof State]: Setting<State[Name]> };

export function oneOf<Value extends string>(
  values: readonly Value[],
  fallback: Value,
): Setting<Value> {
  return {
    fallback,
    expected: `one of ${values.join(', ')}`,
    read: (text) => values.find((value) => value === text),
    write: (value) => value,
  };
}

export function whole(lowest: number, highest: number, fallback: number): Setting<number> {
  return {
    fallback,
    expected: `a whole number from ${lowest} to ${highest}`,
    read(text) {
      const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
      return value >= lowest && value <= highest ? value : undefined;
    },
    write: String,
  };
}

export function text(fallback: string, longest: number): Setting<string> {
  return {
    fallback,
    expected: `at most ${longest} characters`,
    read: (text) => (text.length <= longest ? text : undefined),
    write: (value) => value,
  };
}

export const flag: Setting<boolean> = {
  fallback: false,
  expected: 'yes or no',
  read: (text) => ({ yes: true, no: false })[text],
  write: (value) => (value ? 'yes' : 'no'),
};

interface Route {
  part: string;
  query: string;
}

function parseHash(hash: string): Route {
  const [, part = '', query = ''] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return { part, query };
}

const formatHash = ({ part, query }: Route) => (query === '' ? `#${part}` : `#${part}?${query}`);

/** Where the visitor is. Only `go` changes it. */
const current = signal<Route>(parseHash(location.hash));
/** The query that each part was left with. */
const left = new Map<string, string>();

export const part: ReadonlySignal<string> = computed(() => current.value.part);

/** The hash of a part as it was left. */
export const hashOf = (part: string) => formatHash({ part, query: left.get(part) ?? '' });

addEventListener('hashchange', () => {
  // Our own changes go through the history, which does not raise this event.
  cancelWriting();
  go(parseHash(location.hash));
});

function go(route: Route): void {
  left.set(route.part, route.query);
  current.value = route;
}

/** Browsers refuse addresses that change a hundred times in half a minute. */
const WRITE_DELAY = 200;
let timer = 0;

function cancelWriting(): void {
  clearTimeout(timer);
}

function write(route: Route): void {
  go(route);
  cancelWriting();
  timer = window.setTimeout(() => {
    history.replaceState(null, '', formatHash(route));
  }, WRITE_DELAY);
}

export interface AddressState<State> {
  readonly value: State;
  /** Read by a component or an effect, it is followed. */
  readonly signal: ReadonlySignal<State>;
  /** Changes some settings, and the address with them. */
  set: (changes: Partial<State>) => void;
  /** Returns what changes one setting, for a field. */
  change: <Name extends keyof State>(name: Name) => (value: State[Name]) => void;
}

/**
 * The state of the part of a name. Settings that the address does not name have their fallbacks; one
 * that it gives a wrong value has, too, and a notice says so.
 */
export function addressState<State extends object>(
  name: string,
  settings: Settings<State>,
): AddressState<State> {
  const names = namesOf(settings);
  const query = computed(() => (current.value.part === name ? current.value.query : null));
  let last: State = fallbacks(settings);
  const state = computed(() => {
    // A part that the visitor has left keeps its state.
    if (query.value !== null) last = read(settings, names, new URLSearchParams(query.value), name);
    return last;
  });
  const set = (changes: Partial<State>) => {
    const next = { ...state.peek(), ...changes };
    const written = new URLSearchParams();
    for (const key of names) {
      if (next[key] !== settings[key].fallback) written.set(key, settings[key].write(next[key]));
    }
    write({ part: name, query: written.toString() });
  };
  return {
    get value() {
      return state.value;
    },
    signal: state,
    set,
    change: (name) => (value) => {
      const changes: Partial<State> = {};
      changes[name] = value;
      set(changes);
    },
  };
}

function fallbacks<State extends object>(settings: Settings<State>): State {
  const state: Partial<State> = {};
  for (const name of namesOf(settings)) state[name] = settings[name].fallback;
  return state as State;
}

const namesOf = <State extends object>(settings: Settings<State>) =>
  Object.keys(settings) as (keyof State & string)[];

/** Values that hold a whole table are too long for a sentence. */
const LONGEST_QUOTE = 40;

function read<State extends object>(
  settings: Settings<State>,
  names: readonly (keyof State & string)[],
  query: URLSearchParams,
  part: string,
): State {
  const state = fallbacks(settings);
  for (const [key, text] of query) {
    const name = names.find((name) => name === key);
    if (name === undefined) {
      notify(`The address names a setting ‘${key}’, which ${part} does not have.`);
      continue;
    }
    const { read, expected } = settings[name];
    const value = read(text);
    if (value === undefined) {
      const said = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
      notify(`The address says ${key}=${said}, expected ${expected}. The default is used.`);
    } else state[name] = value;
  }
  return state;
}
