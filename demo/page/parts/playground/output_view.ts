/** The output, with all that tells where its values come from, and how they come there. */
import { element } from '../../shared/dom.js';
import { createArrows } from './arrows.js';
import type { Outcome } from './attempt.js';
import { isScatter, type State } from './call.js';
import type { Computed } from './compute.js';
import { flightsOf, fly } from './falling.js';
import { createHighlight, type CallPanels } from './highlight.js';
import { createLegend } from './legend.js';
import { linksOf, summaryOf } from './links.js';
import { clearMarks, showMarks } from './marks.js';
import type { Panel } from './panel.js';
import { outputAfter } from './partial.js';
import { createSitePlayer } from './site_player.js';
import { cellsOfSite, sitesOf } from './sites.js';
import { createViewer } from './viewer.js';

export interface OutputView {
  /** The grid of the output. */
  readonly root: HTMLElement;
  /** Words about the output: a summary, and the legend. */
  readonly told: HTMLElement;
  /** The controls that play the call; a narrow page has them in the grid of the output. */
  readonly player: HTMLElement;
  show(state: State, outcome: Outcome): void;
}

type Inputs = Omit<CallPanels, 'output'>;

interface Shown {
  readonly state: State;
  readonly computed: Computed;
}

export function createOutputView(
  stage: HTMLElement,
  inputs: Inputs,
  signal: AbortSignal,
): OutputView {
  const output = createViewer('output');
  const panels: CallPanels = { ...inputs, output };
  const summary = element('p', { className: 'result' });
  const legend = createLegend();
  const highlight = createHighlight(stage, panels);
  const arrows = createArrows(stage, signal, highlight.setArrows);
  let shown: Shown | undefined;
  const isNarrow = matchMedia('(width < 60rem)');
  const player = createSitePlayer({
    signal,
    onPlay() {
      if (isNarrow.matches && shown) showSource(shown.state, panels);
    },
    async onSite(site, pace, ending) {
      if (shown === undefined) return;
      highlight.play(site);
      await fly(stage, flightsFor(shown, panels, site), pace, ending);
    },
    onPause() {
      highlight.play(undefined);
    },
    onDone(siteCount) {
      if (shown === undefined) return;
      const { state, computed } = shown;
      output.show(outputAfter(state, computed, siteCount), state.dtype);
    },
  });
  const playerBox = element('div', { className: 'player-box' }, player.root);
  const placePlayer = () => {
    (isNarrow.matches ? output.root : playerBox).append(player.root);
  };
  isNarrow.addEventListener('change', placePlayer, { signal });
  placePlayer();
  const showNone = ({ error }: Outcome) => {
    const where = error?.field ? `: see the message at ${error.field}` : '';
    output.show(`No output${where}.`, '');
    summary.textContent = error?.field ? '' : (error?.message ?? '');
  };
  return {
    root: output.root,
    told: element('div', { className: 'told' }, summary, legend.root),
    player: playerBox,
    show(state, outcome) {
      const { computed } = outcome;
      clearMarks([inputs.data, inputs.indices, inputs.updates]);
      legend.root.hidden = computed === undefined;
      shown = computed && { state, computed };
      const label = isScatter(state.op) ? 'Updates done' : 'Reads done';
      player.show({ siteCount: computed ? sitesOf(state).count : 0, label });
      if (computed === undefined) showNone(outcome);
      else {
        output.show(computed.output, state.dtype);
        summary.textContent = summaryOf(state, computed);
        legend.show(state);
      }
      arrows.show(shown && linkedPanels(shown, panels));
      highlight.show(computed && { call: state, places: computed.places });
    },
  };
}

/** Marks the cells at the ends of the links; returns the panels and links for arrows, if wanted. */
function linkedPanels({ state, computed }: Shown, panels: CallPanels) {
  const { output } = panels;
  const scatters = isScatter(state.op);
  const links = linksOf(state, computed.places);
  const source = sourceOf(state, panels);
  const { shape } = scatters ? state.updates : state.data;
  showMarks(state, links, { source, output }, { source: shape, output: computed.output.shape });
  return state.arrows ? { links, source, output, scatters } : undefined;
}

/** Scrolls to the grids above the output whose values it is about to get, unless they are in sight. */
function showSource(state: State, panels: CallPanels): void {
  const first = isScatter(state.op) ? panels.indices : panels.data;
  const last = isScatter(state.op) ? panels.updates : panels.indices;
  const { top } = first.root.getBoundingClientRect();
  const { bottom } = last.root.getBoundingClientRect();
  const isInSight = top >= 0 && bottom <= panels.output.root.getBoundingClientRect().top;
  if (!isInSight) first.root.scrollIntoView({ block: 'start' });
}

function sourceOf({ op }: State, { data, updates }: CallPanels): Panel {
  return isScatter(op) ? updates : data;
}

function flightsFor({ state, computed }: Shown, panels: CallPanels, site: number) {
  const scatters = isScatter(state.op);
  const values = cellsOfSite(site, sitesOf(state).valuesEach);
  const ends = values
    .map((value) => [value, computed.places[value]] as const)
    .filter(([, place]) => place >= 0)
    .map(([value, place]) => (scatters ? ([value, place] as const) : ([place, value] as const)));
  return flightsOf(sourceOf(state, panels), panels.output, ends);
}
