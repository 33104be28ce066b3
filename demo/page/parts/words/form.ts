/** The form in which a visitor chooses a text, its words and a backend. */
import { backendField } from '../../shared/backend_field.js';
import { fieldset, select, text as textField } from '../../shared/controls.js';
import { BATCHES, type Settings } from './settings.js';
import { createTextFields, type Offer } from './text_fields.js';

export interface FormOptions {
  settings: Settings;
  ownText: string;
  onOwnText: (text: string) => void;
  /** Gets the settings; `isTyped` if more may follow at once. */
  onChange: (settings: Settings, isTyped: boolean) => void;
}

export interface Form {
  readonly text: HTMLElement;
  readonly computation: HTMLElement;
  /** The field for a word. */
  readonly ask: HTMLElement;
  show(settings: Settings): void;
  /** Asks for a word as if it were typed. */
  pick(word: string): void;
  /** Shows the word that is asked for while none was typed. */
  showAsked: (word: string) => void;
  showWordProblem: (sentence: string) => void;
  showTextProblem: (sentence: string) => void;
}

export function createForm({ ownText, ...options }: FormOptions): Form {
  let { settings } = options;
  const offer: Offer = (name, value, isTyped = false) => {
    settings = { ...settings, [name]: value };
    options.onChange(settings, isTyped);
  };
  const text = createTextFields(settings, ownText, offer, (pasted) => {
    options.onOwnText(pasted);
    options.onChange(settings, true);
  });
  const computation = createComputationFields(settings, offer);
  const ask = textField({
    label: 'Show the words nearest to',
    value: settings.word,
    onChange(value) {
      offer('word', value, true);
    },
  });
  return {
    text: text.root,
    computation: computation.root,
    ask: ask.root,
    show(next) {
      settings = next;
      text.show(next);
      computation.show(next);
      ask.value = next.word;
    },
    pick(word) {
      ask.value = word;
      offer('word', word);
    },
    showAsked(word) {
      if (settings.word === '') ask.value = word;
    },
    showWordProblem(sentence) {
      if (ask.error !== sentence) ask.error = sentence;
    },
    showTextProblem: text.showProblem,
  };
}

function createComputationFields(settings: Settings, offer: Offer) {
  const backend = backendField(settings.backend, (value) => {
    offer('backend', value);
  });
  const batch = select({
    label: 'Words per step',
    choices: BATCHES.map((value) => ({ value, label: batchLabel(value) })),
    value: settings.batch,
    onChange(value) {
      offer('batch', value);
    },
  });
  return {
    root: fieldset('Computation', backend.root, batch.root),
    show(next: Settings) {
      backend.value = next.backend;
      batch.value = next.batch;
    },
  };
}

function batchLabel(value: Settings['batch']): string {
  return value === 'fitting' ? 'sized for this machine' : Number(value).toLocaleString('en');
}
