/**
 * The links of a call: the cells that each value comes from and goes to, for arrows, marks and
 * words.
 */
import { isScatter, OPS, type Call } from './call.js';
import { coordinatesText } from './cells.js';
import type { Computed } from './compute.js';

type Manner =
  /** Value that has its place for itself. */
  | 'alone'
  /** Value that shares its place with others. */
  | 'shared'
  /** Update that a later one overwrites: reduction 'none'. */
  | 'overwritten';

export interface Link {
  /** Flat index in updates, of a scatter; in data, of a gather. */
  readonly from: number;
  /** Flat index in the output. */
  readonly to: number;
  readonly manner: Manner;
}

export interface Links {
  readonly links: readonly Link[];
  /** Values without a place: of updates, in a scatter; of the output, in a gather. */
  readonly dropped: readonly number[];
  /** Number of values at each place of data, or of a scatter's output. */
  readonly counts: ReadonlyMap<number, number>;
  /** Number of consecutive values, from a multiple of it, that go to consecutive places. */
  readonly run: number;
}

export function linksOf(call: Call, places: readonly number[]): Links {
  const counts = new Map<number, number>();
  const last = new Map<number, number>();
  const dropped: number[] = [];
  places.forEach((place, value) => {
    if (place < 0) dropped.push(value);
    else {
      counts.set(place, (counts.get(place) ?? 0) + 1);
      last.set(place, value);
    }
  });
  const scatters = isScatter(call.op);
  const replaces = scatters && call.reduction === 'none';
  const links = places.flatMap((place, value): Link[] => {
    if (place < 0) return [];
    const shared = (counts.get(place) ?? 0) > 1;
    const isLost = replaces && last.get(place) !== value;
    const manner = isLost ? 'overwritten' : shared ? 'shared' : 'alone';
    return [{ from: scatters ? value : place, to: scatters ? place : value, manner }];
  });
  return { links, dropped, counts, run: runOf(call) };
}

/** Length of a run: the ND ops move slices, so rows of data stay together. */
function runOf({ op, data, indices, axisOrBatchDims }: Call): number {
  const depth = indices.shape.at(-1) ?? 0;
  const movesRows =
    OPS[op].axisOption === 'batchDims' && axisOrBatchDims + depth < data.shape.length;
  return movesRows ? Math.max(data.shape.at(-1) ?? 1, 1) : 1;
}

/** Describes the fates of the values, in a sentence. */
export function summaryOf(call: Call, computed: Computed): string {
  const { links, dropped, counts } = linksOf(call, computed.places);
  const shared = [...counts.values()].filter((count) => count > 1);
  const meeting = shared.reduce((sum, count) => sum + count, 0);
  const alone = links.length - meeting;
  const isNone = call.reduction === 'none';
  if (!isScatter(call.op)) return readingOf(call, computed.places);
  const drop = dropped.length === 0 ? [] : [`${dropped.length} dropped, out of bounds`];
  const places = quantity(shared.length, 'place');
  const meet = isNone ? `compete for ${places}, where the last one wins` : `meet in ${places}`;
  const ownPlace = `${alone} alone in ${alone === 1 ? 'its' : 'their'} place`;
  const fates = [
    ...(alone === 0 ? [] : [ownPlace]),
    ...(meeting === 0 ? [] : [`${meeting} ${meet}`]),
    ...drop,
  ];
  return `${quantity(computed.places.length, 'update')}${fates.length === 0 ? '' : ': '}${fates.join('; ')}.`;
}

/** Describes what a gather reads, and where it reads nothing. */
function readingOf(call: Call, places: readonly number[]): string {
  const { links, dropped, counts } = linksOf(call, places);
  const shared = [...counts.values()].filter((count) => count > 1).length;
  const zero = call.dtype === 'string' ? 'an empty string' : '0';
  const holds = dropped.length === 1 ? 'it holds' : 'they hold';
  const start = `${quantity(links.length, 'value')} read from ${quantity(counts.size, 'value')} of data`;
  const again = shared === 0 ? [] : [`${shared} of them more than once`];
  const nothing =
    dropped.length === 0
      ? []
      : [
          `${quantity(dropped.length, 'place')} out of bounds, where nothing is read: ${holds} ${zero}`,
        ];
  return `${[start, ...again, ...nothing].join('; ')}.`;
}

function quantity(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * Describes for screen readers, which see no arrows, where the value of a cell goes or comes from.
 */
export function descriptionsOf(
  call: Call,
  { links, dropped }: Links,
  shapes: { source: readonly number[]; output: readonly number[] },
): { source: Map<number, string>; output: Map<number, string> } {
  const name = isScatter(call.op) ? 'updates' : 'data';
  const source = new Map<number, string>();
  const output = new Map<number, string>();
  const add = (map: Map<number, string>, flatIndex: number, start: string, text: string) => {
    const before = map.get(flatIndex);
    map.set(flatIndex, before === undefined ? `${start} ${text}` : `${before}, ${text}`);
  };
  for (const { from, to, manner } of links) {
    const lost = manner === 'overwritten' ? ', overwritten' : '';
    add(source, from, 'to output', `${coordinatesText(shapes.output, to)}${lost}`);
    add(output, to, `from ${name}`, `${coordinatesText(shapes.source, from)}${lost}`);
  }
  const side = isScatter(call.op) ? source : output;
  const fate = isScatter(call.op) ? 'dropped, out of bounds' : 'nothing is read, out of bounds';
  for (const value of dropped) side.set(value, fate);
  return { source, output };
}
