/** Settings of the graph and its race, in the form and in the address. */
import type { BackendName } from '../../shared/backend_list.js';
import { readChoices, writeChoices } from '../../shared/choices.js';
import { mostEdges } from './communities.js';

/** `fitting` are communities whose size fits this machine; `communities` are the visitor's own. */
export const DATA = ['fitting', 'karate', 'communities'] as const;

/** The numbers that describe generated communities. */
export const NUMBERS = {
  nodes: { label: 'Nodes', min: 60, max: 20_000, value: 1000 },
  edges: { label: 'Edges', min: 60, max: 200_000, value: 5000 },
  communities: { label: 'Communities', min: 2, max: 6, value: 4 },
  across: { label: 'Edges between communities, %', min: 0, max: 60, value: 15 },
  known: { label: 'Nodes with a known community, %', min: 1, max: 50, value: 5 },
  seed: { label: 'Seed', min: 1, max: 9999, value: 1 },
} as const;

export type NumberName = keyof typeof NUMBERS;
export const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

export interface Settings extends Record<NumberName, number> {
  data: (typeof DATA)[number];
  backend: BackendName;
  accelerated: boolean;
}

/** Changes one of the settings, and returns all. */
export type Change = <Name extends keyof Settings>(name: Name, value: Settings[Name]) => Settings;

/**
 * Reads the settings of a query, with defaults for any that are missing or impossible. Numbers without
 * a word on the data ask for communities that they describe.
 */
export function readSettings(
  query: URLSearchParams,
  backends: readonly BackendName[],
  onProblem: (sentence: string) => void = () => undefined,
): Settings {
  const choices = readChoices(query, onProblem);
  const given = NUMBER_NAMES.filter((name) => query.has(name));
  const impliesOwn = !query.has('data') && given.length > 0;
  const settings: Settings = {
    ...defaultNumbers(),
    data: choices.word('data', DATA, impliesOwn ? 'communities' : DATA[0]),
    backend: choices.word('backend', backends),
    accelerated: choices.boolean('accelerated'),
  };
  for (const name of NUMBER_NAMES) {
    settings[name] = choices.number(name, NUMBERS[name], settings[name]);
  }
  choices.end();
  if (settings.data === 'communities') return withPossibleEdges(settings, given, onProblem);
  if (given.length > 0) {
    const are = given.length === 1 ? 'is' : 'are';
    const names = given.join(', ');
    onProblem(`In the address, ${names} ${are} for data=communities only, and left out.`);
  }
  return { ...settings, ...defaultNumbers() };
}

/** Takes as many edges as there can be; tells that if the address asks for more. */
function withPossibleEdges(
  settings: Settings,
  given: readonly NumberName[],
  onProblem: (sentence: string) => void,
): Settings {
  if (edgesError(settings) === '') return settings;
  const edges = mostEdges(settings.nodes, settings.communities);
  if (given.includes('edges')) {
    const most = edges.toLocaleString('en');
    const expected = `expected at most ${most} among so many nodes and communities`;
    onProblem(`In the address, edges is ‘${settings.edges}’, ${expected}. The page takes ${most}.`);
  }
  return { ...settings, edges };
}

/** Writes the query that gives these settings, without those that are the default. */
export function writeSettings(
  settings: Settings,
  backends: readonly BackendName[],
): URLSearchParams {
  const given = { ...settings, ...(settings.data === 'communities' ? {} : defaultNumbers()) };
  return writeChoices(given, readSettings(new URLSearchParams(), backends));
}

/** Returns the settings of communities with so many nodes, and five edges a node. */
export function fittedSettings(settings: Settings, nodes: number): Settings {
  return { ...settings, ...defaultNumbers(), data: 'communities', nodes, edges: 5 * nodes };
}

function defaultNumbers(): Record<NumberName, number> {
  const { nodes, edges, communities, across, known, seed } = NUMBERS;
  return {
    nodes: nodes.value,
    edges: edges.value,
    communities: communities.value,
    across: across.value,
    known: known.value,
    seed: seed.value,
  };
}

/** The reason why there can be no such graph, in a sentence, or ''. */
export function edgesError({ data, nodes, edges, communities }: Settings): string {
  const most = mostEdges(nodes, communities);
  if (data !== 'communities' || edges <= most) return '';
  const [given, limit] = [edges, most].map((count) => count.toLocaleString('en'));
  return `There are ${given} edges, expected at most ${limit} among so many nodes and communities.`;
}
