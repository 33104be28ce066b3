/** The fields for the backend and the number of indices, as the address has them. */
import type { PageContext } from '../../part.js';
import { backendChoices } from '../../shared/backend_field.js';
import { availableBackends, type BackendName } from '../../shared/backend_list.js';
import { readChoices } from '../../shared/choices.js';
import { select, type Choice } from '../../shared/controls.js';
import { SIZES } from './comparisons.js';

const FITTING = 'fitting';
const ALL = 'all';

export interface Form {
  readonly fields: readonly HTMLElement[];
  /** Returns the backends to compare on, and the number of indices; undefined for a fitting one. */
  chosen(): { names: readonly BackendName[]; size: number | undefined };
  disable(disabled: boolean): void;
}

/** Name of the choice that holds shared results, which the part reads itself. */
export const RESULTS = 'results';

export function createForm(page: PageContext): Form {
  const { query } = page;
  const available = availableBackends();
  const choices: Record<'backend' | 'size', Choice<string>[]> = {
    backend: [{ value: ALL, label: 'all, side by side' }, ...backendChoices()],
    size: [
      { value: FITTING, label: 'sized for each comparison' },
      ...SIZES.map((size) => ({ value: String(size), label: size.toLocaleString('en') })),
    ],
  };
  const wordsOf = (name: keyof typeof choices) =>
    choices[name].filter(({ disabled }) => !disabled).map(({ value }) => value);
  const read = (onProblem: (sentence: string) => void = () => undefined) => {
    const reader = readChoices(query.read(), onProblem);
    const given = {
      backend: reader.word('backend', wordsOf('backend')),
      size: reader.word('size', wordsOf('size')),
    };
    reader.also(RESULTS);
    reader.end();
    return given;
  };
  const given = read((sentence) => {
    page.showNotice(sentence);
  });
  const createField = (label: string, name: keyof typeof choices) =>
    select<string>({
      label,
      choices: choices[name],
      value: given[name],
      onChange(value) {
        const next = query.read();
        next.set(name, value);
        query.replace(next);
      },
    });
  const backend = createField('Backend', 'backend');
  const size = createField('Indices', 'size');
  query.onChange(() => {
    const next = read((sentence) => {
      page.showNotice(sentence);
    });
    backend.value = next.backend;
    size.value = next.size;
  });
  return {
    fields: [backend.root, size.root],
    chosen: () => ({
      names: available.filter((name) => backend.value === ALL || backend.value === name),
      size: size.value === FITTING ? undefined : Number(size.value),
    }),
    disable(disabled) {
      backend.disabled = size.disabled = disabled;
    },
  };
}
