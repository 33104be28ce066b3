/** Tests for the rows of a table, whose calls run together. */

/** Titles for jest's `test.each`, and the row. */
export type Titled<Row> = readonly [...titles: string[], row: Row];

/**
 * A test for each row. All rows start before the first test, so that their calls make few batches;
 * each test then reports the outcome of its row.
 */
export function testRows<Row>(
  title: string,
  rows: readonly Titled<Row>[],
  body: (row: Row) => Promise<void>,
): void {
  let settled: PromiseSettledResult<void>[] = [];
  beforeAll(async () => {
    settled = await Promise.allSettled(rows.map((row) => body(row[row.length - 1] as Row)));
  });
  const titled = rows.map((row, i) => [...row.slice(0, -1), i] as const);
  test.each(titled)(title, (...args) => {
    const result = settled[args[args.length - 1] as number];
    if (result.status === 'rejected') throw result.reason;
  });
}

/** Rows titled by name. */
export function named<Row extends { name: string }>(rows: readonly Row[]): Titled<Row>[] {
  return rows.map((row) => [row.name, row]);
}

/** Rows that are written as a record by title. */
export const titled = <Row extends unknown[]>(rows: Record<string, Row>): [string, ...Row][] =>
  Object.entries(rows).map(([title, row]) => [title, ...row]);
