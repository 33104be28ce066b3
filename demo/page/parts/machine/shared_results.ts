/**
 * Results in a link: a version, and compressed JSON with the time, the facts of the machine and a row
 * for each result. Links come from anyone, so that all of it is checked.
 */
import type { Facts } from './facts.js';
import { isRow, isShortText, LONGEST_TEXT, resultOf, rowOf } from './link_rows.js';
import { pack, unpack } from './packed_text.js';
import type { Result } from './result.js';

export interface SharedResults {
  when: Date;
  facts: Facts;
  results: readonly Result[];
}

const VERSION = '1';
/** Bounds of what a link may hold; those that this page writes stay far below. */
const [LONGEST_LINK, LONGEST_TEXTS, MOST_FACTS] = [8000, 50_000, 20];
/** The year 2200, in minutes since 1970. */
const LATEST = 121_000_000;
const MINUTE = 60_000;

/** Writes results as the text of a link, in letters that nothing escapes. */
export async function encodeResults({ when, facts, results }: SharedResults): Promise<string> {
  const cut = facts.map(([name, value]) => [name, value.slice(0, LONGEST_TEXT)]);
  const minutes = Math.floor(when.getTime() / MINUTE);
  const packed = await pack(JSON.stringify([minutes, cut, results.map(rowOf)]));
  return `${VERSION}.${packed}`;
}

/** Error of a link that holds no results; the message is a sentence. */
export class LinkError extends Error {}

/** Reads the results of a link; throws a LinkError if it holds none. */
export async function decodeResults(text: string): Promise<SharedResults> {
  const parts = /^(\d{1,4})\.([\w-]+)$/.exec(text);
  if (parts === null || text.length > LONGEST_LINK) {
    throw new LinkError(
      `The address holds no results: ‘${text.slice(0, 40)}’ does not look like any.`,
    );
  }
  const [, version, packed] = parts;
  if (version !== VERSION) {
    throw new LinkError(
      `The results in the address have version ${version}, and this page reads version ${VERSION}.`,
    );
  }
  const given = await parse(packed);
  if (!Array.isArray(given) || given.length !== 3) throw unreadable('parts are missing');
  const [minutes, facts, rows] = given as unknown[];
  if (typeof minutes !== 'number' || !(minutes >= 0 && minutes <= LATEST)) {
    throw unreadable('they do not say when they were measured');
  }
  if (!isListOf(facts, isFact) || facts.length > MOST_FACTS) {
    throw unreadable('they do not say on which machine they were measured');
  }
  if (!isListOf(rows, isRow) || rows.length === 0) throw unreadable('the times are damaged');
  if (new Set(rows.map(([id, backend]) => `${id} ${backend}`)).size < rows.length) {
    throw unreadable('a comparison is there twice');
  }
  return { when: new Date(minutes * MINUTE), facts, results: rows.map(resultOf) };
}

async function parse(packed: string): Promise<unknown> {
  try {
    return JSON.parse(await unpack(packed, LONGEST_TEXTS));
  } catch {
    throw unreadable('the text is damaged');
  }
}

function unreadable(reason: string): LinkError {
  return new LinkError(`The results in the address cannot be read: ${reason}.`);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isFact(value: unknown): value is Facts[number] {
  return isListOf(value, isShortText) && value.length === 2;
}
