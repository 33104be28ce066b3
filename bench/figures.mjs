/** Figures and tables in Markdown. */

/** Formats a figure with three significant digits. */
export const show = (x) => Number(x.toPrecision(3)).toLocaleString('en');

/** A table with words in the first column and figures in the others. */
export function table(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map(line).join('\n');
}

/** Tabulates tfjs' own ops with and without acceleration. */
export function builtinsTable(header, rows) {
  const cells = rows.map(({ name, stockMs, acceleratedMs }) => [
    name,
    ...(stockMs === null
      ? ['fails', show(acceleratedMs), '–']
      : [stockMs, acceleratedMs, stockMs / acceleratedMs].map(show)),
  ]);
  return table([header, 'tfjs, ms', 'accelerated, ms', 'ratio'], cells);
}

/**
 * Prints the times of both ways near each threshold, and which thresholds are misplaced. The exit code is 1 if a threshold is
 * misplaced: on both sides of it, the chosen way is slower than the other by more than 10%.
 */
export function printThresholds(comparisons) {
  console.log(thresholdTable(comparisons));
  const wrong = [...new Set(comparisons.map(({ title }) => title))].filter((title) =>
    isMisplaced(comparisons.filter((other) => other.title === title)),
  );
  if (wrong.length > 0) process.exitCode = 1;
  console.log(`\nMisplaced thresholds: ${wrong.join('; ') || 'none'}.`);
}

/** Looks at the values next to the threshold, just below and just above. */
function isMisplaced(comparisons) {
  const [{ from }] = comparisons;
  const below = comparisons.filter(({ value }) => value < from).at(-1);
  const above = comparisons.find(({ value }) => value >= from);
  const isSlower = ({ ways: [first, second], isOwnSecond, value }) => {
    const [taken, other] = isOwnSecond || value >= from ? [second, first] : [first, second];
    return taken.ms > 1.1 * other.ms;
  };
  const neighbours = [below, above].filter((neighbour) => neighbour !== undefined);
  return neighbours.length === 2 && neighbours.every(isSlower);
}

/** The ratio is the time of the way below the threshold, relative to the other one. */
function thresholdTable(comparisons) {
  const header = ['threshold', 'at', 'below it', 'ms', 'at or above it', 'ms', 'ratio'];
  const rows = comparisons.map(({ title, value, ways: [below, above] }) => [
    title,
    value.toLocaleString('en'),
    ...[below, above].flatMap(({ name, ms }) => [name, show(ms)]),
    show(below.ms / above.ms),
  ]);
  return table(header, rows);
}
