/** The benchmark, on the machine of the visitor; or the results of another, from a link. */
import type { PageContext, Part } from '../../part.js';
import { element } from '../../shared/dom.js';
import { isAbort } from '../../shared/failure.js';
import { factsOfThisMachine, type Facts } from './facts.js';
import { createForm, RESULTS } from './form.js';
import { resultOf, rowOf } from './link_rows.js';
import { createReport } from './report.js';
import { createProgress, createRunner } from './runner.js';
import { run, type RunOptions } from './run.js';
import { decodeResults, encodeResults, LinkError, type SharedResults } from './shared_results.js';
import { verdictOf } from './words.js';
import './style.css';

/** The results of the latest run, for a visitor who comes back. */
let kept: SharedResults | undefined;

export const part: Part = {
  title: 'Your machine',
  summary:
    'Seven computations, by stock tfjs and by this package, each in its own worker. They take ' +
    'turns, every call is timed until its result has arrived, and the median counts.',
  async mount(root, page) {
    const { query } = page;
    const facts = await factsOfThisMachine();
    const form = createForm(page);
    const progress = createProgress();
    const source = element('p', { className: 'source' });
    const report = createReport({
      announce(text) {
        page.announce(text);
      },
      async linkTo(results) {
        const given = new URLSearchParams({ [RESULTS]: await encodeResults(results) });
        return new URL(`#machine?${given.toString()}`, location.href).href;
      },
    });
    const factList = element('dl', { className: 'panel facts' });
    const show = (shown: SharedResults | undefined, isShared: boolean) => {
      source.hidden = !isShared;
      source.textContent = isShared && shown ? sharedText(shown.when) : '';
      showFacts(factList, shown?.facts ?? facts, isShared);
      report.show(shown ?? { when: new Date(), facts, results: [] });
    };
    const showAddress = async () => {
      const shared = await readShared(page);
      if (!runner.isRunning()) show(shared ?? kept, shared !== undefined);
    };
    const measureAll = async (stopSignal: AbortSignal) => {
      // Results of this machine take the place of those that came by a link.
      const next = query.read();
      next.delete(RESULTS);
      query.replace(next);
      let own: SharedResults = { when: new Date(), facts, results: [] };
      show(own, false);
      const words = await outcomeOf({
        ...form.chosen(),
        signal: AbortSignal.any([page.signal, stopSignal]),
        onProgress(share, text) {
          progress.show(share, text);
        },
        onLost: page.reportLost,
        onResult(result) {
          // Rounded as in a link, which then shows the very same.
          own = { ...own, results: [...own.results, resultOf(rowOf(result))] };
          kept = own;
          report.show(own);
        },
      });
      progress.end(words);
      page.announce(`${words} ${verdictOf(own.results)}`);
    };
    const runner = createRunner(measureAll, (disabled) => {
      form.disable(disabled);
    });
    query.onChange(() => {
      void showAddress();
    });
    const className = 'panel controls';
    const controls = element('div', { className }, ...form.fields, runner.button, progress.root);
    root.append(controls, source, report.element, factList);
    await showAddress();
    return runner.whenEnded;
  },
};

/** Reads the results of the address, if it has any; tells what is wrong with them. */
async function readShared(page: PageContext): Promise<SharedResults | undefined> {
  const given = page.query.read().get(RESULTS);
  if (given === null) return undefined;
  try {
    return await decodeResults(given);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    page.showNotice(error.message);
    return undefined;
  }
}

function sharedText(when: Date): string {
  const day = when.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' });
  return (
    `These results came with the link. They were measured on ${day}, on the machine described ` +
    'below, not on this one. To measure here, press Run.'
  );
}

/** Waits for a run; returns its outcome in words. */
async function outcomeOf(options: RunOptions): Promise<string> {
  try {
    await run(options);
    return 'Everything is measured.';
  } catch (error) {
    if (isAbort(error)) return 'Measuring was stopped.';
    throw error;
  }
}

function showFacts(list: HTMLElement, facts: Facts, isShared: boolean): void {
  list.ariaLabel = isShared ? 'The machine of these results' : 'This machine';
  list.replaceChildren(
    ...facts.map(([name, value]) =>
      element(
        'div',
        {},
        element('dt', { textContent: name }),
        element('dd', { textContent: value }),
      ),
    ),
  );
}
