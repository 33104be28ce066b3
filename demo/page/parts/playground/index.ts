/** The playground: one call of an op, edited and shown. */
import type { ComputingContext, ComputingPart } from '../../part.js';
import type { BackendName } from '../../shared/backend.js';
import { readChoices } from '../../shared/choices.js';
import { createView } from './view.js';
import type { State } from './call.js';
import { INSTEAD, queryOf, stateOf } from './query.js';
import './style.css';

export const part: ComputingPart = {
  title: 'Playground',
  summary:
    'Each index names a place for the value below it: point at a cell, change it, or press Play.',
  async mount(root, page) {
    const { backends, query } = page;
    const first = read(query.read(), page);
    let { state } = first;
    if (first.backend !== backends.current) await backends.use(first.backend);
    const addressOf = (next: State) => {
      const address = queryOf(next);
      if (backends.current !== backends.available[0]) address.set('backend', backends.current);
      return address;
    };
    /** Shows what an address says, which from then on says nothing that is wrong. */
    const follow = ({ hasProblems }: Address) => {
      if (hasProblems) query.replace(addressOf(state));
      view.show(state);
    };
    const view = createView(root, page, state, {
      change(next, isNewCall) {
        state = next;
        if (isNewCall) query.push(addressOf(state));
        else query.replace(addressOf(state));
        view.show(state);
      },
      onBackend() {
        query.replace(addressOf(state));
        view.show(state);
      },
    });
    follow(first);
    query.onChange((changed) => {
      const address = read(changed, page);
      ({ state } = address);
      void view.useBackend(address.backend).then(() => {
        follow(address);
      });
    });
    return () => view.whenIdle();
  },
};

interface Address {
  readonly state: State;
  readonly backend: BackendName;
  readonly hasProblems: boolean;
}

/** Reads an address, and tells what in it is wrong. */
function read(query: URLSearchParams, page: ComputingContext): Address {
  let hasProblems = false;
  const choices = readChoices(query, (sentence) => {
    hasProblems = true;
    page.showNotice(sentence);
  });
  const state = stateOf(query, choices);
  const backend = choices.word('backend', page.backends.available);
  choices.end(INSTEAD);
  return { state, backend, hasProblems };
}
