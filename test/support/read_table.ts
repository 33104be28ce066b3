/** Tables of calls that are written as templates, so that a row is a line or two. */
import type { TensorData } from './call.js';
import type { Given } from './values.js';

/** What rows consist of: parts such as calls, and words of their titles. */
export type Cell<Part extends object> = Part | string | number | boolean;

type Texts = readonly string[];

/** Reads rows of the form `title: ${part}`, `title: ${part} => ${part}` and so on. */
export function readRows<Part extends object>(
  texts: Texts,
  cells: readonly Cell<Part>[],
): { title: string; parts: Part[] }[] {
  const rows: { title: string; parts: Part[] }[] = [];
  let row = { title: texts[0], parts: [] as Part[] };
  cells.forEach((cell, i) => {
    const next = texts[i + 1];
    if (typeof cell !== 'object') {
      row.title += `${cell}${next}`;
      return;
    }
    row.parts.push(cell);
    if (typeof cells[i + 1] === 'object' && ['=>', ''].includes(next.trim())) return;
    rows.push({ ...row, title: row.title.trim().replace(/:$/, '').replace(/\s+/g, ' ') });
    row = { title: next, parts: [] };
  });
  return rows;
}

/** Makes a tag for tables of one kind of part, with rows of the form `title: ${part}`. */
export const rowsOf =
  <Part extends object>() =>
  (texts: Texts, ...cells: Cell<Part>[]): [title: string, part: Part][] =>
    readRows(texts, cells).map(({ title, parts: [part] }) => [title, part]);

/** Reads rows of the form `title: ${call} => ${expected}`, where more may be expected. */
export function readCalls<Use extends { op: string }, Expected extends object>(
  texts: Texts,
  cells: readonly Cell<Use | Expected>[],
): [title: string, use: Use, expected: Expected, ...more: Expected[]][] {
  const isUse = (part: Use | Expected): part is Use => 'op' in part;
  return readRows(texts, cells).map(({ title, parts: [use, ...others] }) => {
    const [expected, ...more] = others.filter((part): part is Expected => !isUse(part));
    if (isUse(use) && others.length === more.length + 1) return [title, use, expected, ...more];
    throw new Error(`The row '${title}' is not a call, => and what is expected of it.`);
  });
}

export type ResultOf<Use> = Use & { name: string; expected: TensorData };

/** Makes a tag for tables of calls and their results; `read` completes results that are only values. */
export const resultTable =
  <Use extends { op: string }>(read: (use: Use, expected: Given) => TensorData) =>
  (texts: Texts, ...cells: Cell<Use | Given>[]): ResultOf<Use>[] =>
    readCalls<Use, Given>(texts, cells).map(([name, use, expected]) => ({
      name,
      ...use,
      expected: read(use, expected),
    }));

export type ErrorOf<Use> = Use & { name: string; error: string[] };

/**
 * A tag for tables of calls that must fail, with rows of the form `message: ${call}`. The message
 * begins with the op's name, and three dots stand for anything. A remark may follow two dashes, and
 * several calls a message.
 */
export const rejected = <Use extends { op: string }>(
  texts: Texts,
  ...cells: Cell<Use>[]
): ErrorOf<Use>[] =>
  readRows<Use>(texts, cells).flatMap(({ title, parts }) =>
    parts.map((use) => ({
      name: `${use.op}: ${title}`,
      ...use,
      error: [`${use.op}: `, ...title.split(' -- ')[0].split(' ... ')],
    })),
  );
