/** Figures and tables of them, in Markdown. */

/** Shows a figure with three significant digits. */
export const show = (x) => Number(x.toPrecision(3)).toLocaleString('en');

/** Writes a table with words in the first column and figures in the others. */
export function table(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map(line).join('\n');
}

/**
 * Prints both ways around thresholds, and a verdict: exits with 1 where the way that is taken is slower by
 * more than a tenth at the values on both sides of its threshold.
 */
export function printThresholds(comparisons) {
  console.log(thresholdTable(comparisons));
  const wrong = [...new Set(comparisons.map(({ counted }) => counted))].filter((counted) =>
    isMisplaced(comparisons.filter((other) => other.counted === counted)),
  );
  if (wrong.length > 0) process.exitCode = 1;
  console.log(
    `\n${wrong.length > 0 ? `Misplaced: ${wrong.join('; ')}.` : 'No threshold is misplaced.'}`,
  );
}

/** Returns whether the other way is faster by more than a tenth just below a threshold, and just above. */
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

/** Tabulates both ways around thresholds, and how many times as long the way below takes. */
function thresholdTable(comparisons) {
  const header = ['threshold', 'at', 'below it', 'ms', 'from it on', 'ms', 'ratio'];
  const rows = comparisons.map(({ counted, value, ways: [below, above] }) => [
    counted,
    value.toLocaleString('en'),
    ...[below, above].flatMap(({ name, ms }) => [name, show(ms)]),
    show(below.ms / above.ms),
  ]);
  return table(header, rows);
}
