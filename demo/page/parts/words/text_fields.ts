/** The fields that describe a text, and how much of it is learnt. */
import { fieldset, number, select, textArea } from '../../shared/controls.js';
import { element } from '../../shared/dom.js';
import { BOOK } from './book.js';
import { NUMBER_NAMES, NUMBERS, TEXTS, type NumberName, type Settings } from './settings.js';

/** Offers a setting that was changed; `isTyped` if more may follow at once. */
export type Offer = <Name extends keyof Settings>(
  name: Name,
  value: Settings[Name],
  isTyped?: boolean,
) => void;

export interface TextFields {
  readonly root: HTMLElement;
  show(settings: Settings): void;
  /** Shows why nothing can be learnt from the pasted text, or ''. */
  showProblem: (sentence: string) => void;
}

const TEXT_LABELS = { book: BOOK.title, own: 'A text of your own' };

export function createTextFields(
  settings: Settings,
  ownText: string,
  offer: Offer,
  onOwnText: (text: string) => void,
): TextFields {
  const source = select({
    label: 'Text',
    choices: TEXTS.map((value) => ({ value, label: TEXT_LABELS[value] })),
    value: settings.text,
    onChange(value) {
      own.root.hidden = value !== 'own';
      offer('text', value);
    },
  });
  const own = textArea({
    label: 'Your text',
    hint: 'Paste a chapter or more. The text stays in this browser.',
    value: ownText,
    onChange: onOwnText,
  });
  own.root.classList.add('own-text');
  own.root.hidden = settings.text !== 'own';
  const numberField = (name: NumberName) => {
    const { label, min, max } = NUMBERS[name];
    const onChange = (value: number) => {
      offer(name, value, true);
    };
    return number({ label, min, max, value: settings[name], onChange });
  };
  const numbers = NUMBER_NAMES.map((name) => ({ name, field: numberField(name) }));
  const row = element('div', { className: 'row numbers' });
  row.append(...numbers.map(({ field }) => field.root));
  return {
    root: fieldset('Text', source.root, own.root, row),
    show(next: Settings) {
      source.value = next.text;
      own.root.hidden = next.text !== 'own';
      for (const { name, field } of numbers) field.value = next[name];
    },
    showProblem(sentence: string) {
      own.error = sentence;
    },
  };
}
