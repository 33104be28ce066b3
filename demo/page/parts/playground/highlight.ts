/**
 * Lights up what belongs together: the index, the value it steers and the place. They are those of the
 * cell that is pointed at or has the focus, or of the site that is being played.
 */
import { isScatter, type Call } from './call.js';
import type { Panel } from './panel.js';
import { cellsOfSite, sitesOf } from './sites.js';

export interface CallPanels {
  readonly data: Panel;
  readonly indices: Panel;
  readonly updates: Panel;
  readonly output: Panel;
}

/** A call whose cells are shown, with the place of each value. */
export interface ShownCall {
  readonly call: Call;
  readonly places: readonly number[];
}

export interface Highlight {
  /** Lights up the cells of another call; none if undefined. */
  show(next: ShownCall | undefined): void;
  /** Lights up a site that is being played, whatever is pointed at; undefined ends that. */
  play(site: number | undefined): void;
  /** Lights up these arrows along with the cells. */
  readonly setArrows: (arrows: readonly SVGGElement[]) => void;
}

export function createHighlight(stage: HTMLElement, panels: CallPanels): Highlight {
  let shown: ShownCall | undefined;
  let pointed: Element | null = null;
  let playing: number | undefined;
  let arrows: readonly SVGGElement[] = [];
  let lit: readonly Element[] = [];

  const light = () => {
    for (const element of lit) element.classList.remove('lit');
    const sites = shown === undefined ? [] : (playedSites() ?? sitesAt(shown, panels, pointed));
    lit = shown === undefined ? [] : cellsOfSites(shown, panels, sites);
    const values = shown === undefined ? [] : valuesOfSites(shown.call, sites);
    const isLit = ({ dataset }: SVGGElement) => values.includes(Number(dataset.value));
    lit = [...lit, ...arrows.filter(isLit)];
    for (const element of lit) element.classList.add('lit');
    arrows.at(0)?.ownerSVGElement?.classList.toggle('lit', arrows.some(isLit));
  };
  const playedSites = () => (playing === undefined ? undefined : [playing]);
  const choose = ({ target, type }: Event) => {
    const isLeft = type === 'pointerleave' || type === 'focusout';
    pointed = target instanceof Element && !isLeft ? target.closest('td') : null;
    light();
  };
  for (const type of ['pointerover', 'focusin', 'pointerleave', 'focusout']) {
    stage.addEventListener(type, choose);
  }
  return {
    show(next) {
      shown = next;
      light();
    },
    play(site) {
      playing = site;
      light();
    },
    setArrows(next) {
      arrows = next;
      light();
    },
  };
}

/** The sites that a cell of any panel takes part in. */
function sitesAt(
  { call, places }: ShownCall,
  panels: CallPanels,
  cell: Element | null,
): readonly number[] {
  const { valuesEach, indicesEach } = sitesOf(call);
  const indexIn = ({ cells }: Panel) => [...cells].findIndex((other) => other === cell);
  const ofIndices = indexIn(panels.indices);
  if (ofIndices >= 0) return [Math.floor(ofIndices / indicesEach)];
  const scatters = isScatter(call.op);
  const ofValues = indexIn(scatters ? panels.updates : panels.output);
  if (ofValues >= 0) return [Math.floor(ofValues / valuesEach)];
  const place = Math.max(indexIn(panels.data), scatters ? indexIn(panels.output) : -1);
  if (place < 0) return [];
  const values = places.flatMap((at, value) => (at === place ? [value] : []));
  return [...new Set(values.map((value) => Math.floor(value / valuesEach)))];
}

function valuesOfSites(call: Call, sites: readonly number[]): readonly number[] {
  const { valuesEach } = sitesOf(call);
  return sites.flatMap((site) => cellsOfSite(site, valuesEach));
}

function cellsOfSites(
  { call, places }: ShownCall,
  { data, indices, updates, output }: CallPanels,
  sites: readonly number[],
): readonly Element[] {
  const values = valuesOfSites(call, sites);
  const reached = values.map((value) => places[value]).filter((place) => place >= 0);
  const { indicesEach } = sitesOf(call);
  const scatters = isScatter(call.op);
  const cellsAt = ({ cells }: Panel, flat: readonly number[]) =>
    flat.flatMap((i) => cells.at(i) ?? []);
  return [
    ...cellsAt(
      indices,
      sites.flatMap((site) => cellsOfSite(site, indicesEach)),
    ),
    ...cellsAt(scatters ? updates : output, values),
    ...cellsAt(data, reached),
    ...(scatters ? cellsAt(output, reached) : []),
  ];
}
