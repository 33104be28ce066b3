/** Settings of the words and their race, in the form and in the address. */
import type { BackendName } from '../../shared/backend_list.js';
import { readChoices, writeChoices } from '../../shared/choices.js';

/** `own` is a text that the visitor pastes. */
export const TEXTS = ['book', 'own'] as const;

/** Words that a step reads; `fitting` are as many as fit this machine. */
export const BATCHES = ['fitting', '64', '128', '256', '512', '1024', '2048', '4096'] as const;

export const NUMBERS = {
  vocabulary: { label: 'Most frequent words', min: 100, max: 4000, value: 2000 },
  size: { label: 'Vector length', min: 4, max: 64, value: 32 },
  seed: { label: 'Seed', min: 1, max: 9999, value: 1 },
} as const;

export type NumberName = keyof typeof NUMBERS;
export const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

export interface Settings extends Record<NumberName, number> {
  text: (typeof TEXTS)[number];
  batch: (typeof BATCHES)[number];
  backend: BackendName;
  /** The word whose nearest ones are shown; '' for one that the page picks. */
  word: string;
  accelerated: boolean;
}

const LONGEST_WORD = 40;

/** Reads the settings of a query, with defaults for any that are missing or impossible. */
export function readSettings(
  query: URLSearchParams,
  backends: readonly BackendName[],
  onProblem: (sentence: string) => void = () => undefined,
): Settings {
  const choices = readChoices(query, onProblem);
  const number = (name: NumberName) => choices.number(name, NUMBERS[name], NUMBERS[name].value);
  const settings: Settings = {
    text: choices.word('text', TEXTS),
    vocabulary: number('vocabulary'),
    size: number('size'),
    batch: choices.word('batch', BATCHES),
    seed: number('seed'),
    backend: choices.word('backend', backends),
    word: choices.text('word', LONGEST_WORD, ''),
    accelerated: choices.boolean('accelerated'),
  };
  choices.end();
  return settings;
}

/** Writes the query that gives these settings, without those that are the default. */
export function writeSettings(
  settings: Settings,
  backends: readonly BackendName[],
): URLSearchParams {
  return writeChoices(settings, readSettings(new URLSearchParams(), backends));
}

/** Names the settings that make another race, together with the visitor's own text. */
export function keyOf({ text, ...settings }: Settings, ownText: string): string {
  const lesson = { ...settings, word: undefined, accelerated: undefined };
  return JSON.stringify({ ...lesson, text: text === 'own' ? ownText : undefined });
}
