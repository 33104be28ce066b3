/** A race: tfjs, and tfjs with this package, train the same graph network. */
import { createRacePart, type Slot } from '../../lanes/race_part.js';
import type { Part } from '../../part.js';
import { availableBackends } from '../../shared/backend_list.js';
import { codeTab } from '../../shared/code_tab.js';
import { element } from '../../shared/dom.js';
import { GRAPH_CODE } from './code.js';
import { createContest, keyOf, type GraphContest } from './contest.js';
import { createForm } from './form.js';
import { readSettings, writeSettings } from './settings.js';
import { createViews } from './views.js';
import './style.css';

const slot: Slot<GraphContest> = {};

export const part: Part = {
  title: 'Learning on a graph: a race',
  summary:
    'Two lanes train the same network from the same start: stock tfjs, and tfjs with this package. ' +
    'Each mark is a node. Communities separate as the network learns to tell them apart.',
  mount(root, page) {
    const available = availableBackends();
    const views = createViews(page.signal);
    const race = createRacePart({
      page,
      slot,
      read: (query, onProblem) => readSettings(query, available, onProblem),
      write: (settings) => writeSettings(settings, available),
      keyOf,
      createContest: (settings) => createContest(settings, page.reportLost),
      views,
      onAddress(settings) {
        form.show(settings);
      },
    });
    const form = createForm({
      settings: race.settings,
      onChange(settings, isTyped) {
        race.change(settings, isTyped);
      },
    });
    root.classList.add('race');
    root.append(
      views.headline,
      element('div', { className: 'panel bar' }, race.controls, race.acceleration, views.facts),
      views.lanes,
      views.charts,
      element('div', { className: 'forms' }, form.graph, form.computation),
      codeTab(GRAPH_CODE),
    );
    race.start();
    return () => undefined;
  },
};
