/**
 * Keeps the state of a part in the address: `#train?data=karate&nodes=400`. Back and forward, a link, and
 * opening the part again all restore it.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { notify } from './messages.js';

/** How a value is written in the address. `read` returns undefined for text that is not valid. */
export interface Setting<Value> {
  readonly fallback: Value;
  /** Describes the valid values, for the notice about any other. */
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
/** The last query of each part. */
const left = new Map<string, string>();

export const part: ReadonlySignal<string> = computed(() => current.value.part);

/** The hash that leads back to a part as the visitor left it. */
export const hashOf = (part: string) => formatHash({ part, query: left.get(part) ?? '' });

addEventListener('hashchange', () => {
  // Our own changes go through the history, which does not raise this event.
  clearTimeout(timer);
  go(parseHash(location.hash));
});

function go(route: Route): void {
  left.set(route.part, route.query);
  current.value = route;
}

/**
 * Browsers block an address that changes 100 times in 30 seconds. The first 50 changes are written at
 * once, so that going back loses none of them. After that, only the last change of a second is.
 */
const [MOST_AT_ONCE, PERIOD, DELAY] = [50, 30_000, 1000];
let recent: number[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function write(route: Route): void {
  go(route);
  clearTimeout(timer);
  const save = () => {
    recent.push(Date.now());
    history.replaceState(null, '', formatHash(route));
  };
  recent = recent.filter((time) => time > Date.now() - PERIOD);
  if (recent.length < MOST_AT_ONCE) save();
  else timer = setTimeout(save, DELAY);
}

export interface AddressState<State> {
  readonly value: State;
  /** Components and effects that read it follow its changes. */
  readonly signal: ReadonlySignal<State>;
  /** Changes some settings and the address. */
  set: (changes: Partial<State>) => void;
  /** Returns a function that changes one setting, for a field. */
  change: <Name extends keyof State>(name: Name) => (value: State[Name]) => void;
}

/**
 * Creates the state of a part. A setting that the address does not name has its fallback. So does one
 * with a wrong value, and a notice says so.
 */
export function addressState<State extends object>(
  name: string,
  settings: Settings<State>,
): AddressState<State> {
  const query = computed(() => (current.value.part === name ? current.value.query : null));
  let last: State = fallbacks(settings);
  const state = computed(() => {
    // A part that the visitor has left keeps its state.
    if (query.value !== null) last = read(settings, new URLSearchParams(query.value), name);
    return last;
  });
  const set = (changes: Partial<State>) => {
    const next = { ...state.peek(), ...changes };
    const written = new URLSearchParams();
    for (const key in settings) {
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
  for (const name in settings) state[name] = settings[name].fallback;
  if (!isWhole(state, settings)) throw new Error('A setting of the address has no fallback.');
  return state;
}

const isWhole = <State extends object>(
  state: Partial<State>,
  settings: Settings<State>,
): state is State => Object.keys(settings).every((name) => name in state);

/** Values that hold a whole table are too long for a sentence. */
const LONGEST_QUOTE = 40;

function read<State extends object>(
  settings: Settings<State>,
  query: URLSearchParams,
  part: string,
): State {
  const state = fallbacks(settings);
  for (const key of query.keys()) {
    if (!(key in settings))
      notify(`The address has a setting ‘${key}’, which ${part} does not have.`);
  }
  for (const name in settings) {
    const text = query.get(name);
    if (text === null) continue;
    const { read, expected } = settings[name];
    const value = read(text);
    if (value !== undefined) {
      state[name] = value;
      continue;
    }
    const said = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
    notify(`The address says ${name}=${said}, but it must be ${expected}. The default is used.`);
  }
  return state;
}
