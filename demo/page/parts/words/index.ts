/** A race: tfjs, and tfjs with this package, learn the words of a book. */
import { createRacePart, type Slot } from '../../lanes/race_part.js';
import type { Part } from '../../part.js';
import { availableBackends } from '../../shared/backend_list.js';
import { codeTab } from '../../shared/code_tab.js';
import { element } from '../../shared/dom.js';
import { BOOK } from './book.js';
import { WORDS_CODE } from './code.js';
import { createContest, type WordsContest } from './contest.js';
import { createForm } from './form.js';
import { keyOf, readSettings, writeSettings } from './settings.js';
import { createViews } from './views.js';
import './style.css';

const slot: Slot<WordsContest> = {};
/** The text that the visitor has pasted, until the page is left. */
let ownText = '';

export const part: Part = {
  title: 'Learning words: a race',
  summary:
    'Two lanes read the same book, stock tfjs and tfjs with this package, and learn a vector for each ' +
    'frequent word. Words that appear in similar company drift together on the map. ' +
    'Type a word, or pick one on a map, to see its nearest ones.',
  mount(root, page) {
    const available = availableBackends();
    const views = createViews({
      word: readSettings(page.query.read(), available).word,
      onPick(word) {
        form.pick(word);
      },
      onAsked(word) {
        form.showAsked(word);
      },
      onWordProblem(sentence) {
        form.showWordProblem(sentence);
      },
      onTextProblem(sentence) {
        form.showTextProblem(sentence);
      },
      signal: page.signal,
    });
    const race = createRacePart({
      page,
      slot,
      read: (query, onProblem) => readSettings(query, available, onProblem),
      write: (settings) => writeSettings(settings, available),
      keyOf: (settings) => keyOf(settings, ownText),
      createContest: (settings) => createContest(settings, ownText, page.reportLost),
      views,
      onAddress(settings) {
        form.show(settings);
        views.ask(settings.word);
      },
    });
    const form = createForm({
      settings: race.settings,
      ownText,
      onOwnText(text) {
        ownText = text;
      },
      onChange(settings, isTyped) {
        views.ask(settings.word);
        race.change(settings, isTyped);
      },
    });
    root.classList.add('race');
    root.append(
      views.headline,
      element('div', { className: 'panel bar' }, race.controls, race.acceleration, views.facts),
      element('div', { className: 'ask' }, form.ask),
      views.lanes,
      views.loss,
      element('div', { className: 'forms' }, form.text, form.computation),
      codeTab(WORDS_CODE),
      element('p', { className: 'source', textContent: BOOK.source }),
    );
    race.start();
    return () => undefined;
  },
};
