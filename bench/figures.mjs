/** Figures and tables of them, in Markdown. */

/** Shows a figure with three significant digits. */
export const show = (x) => Number(x.toPrecision(3)).toLocaleString('en');

/** Writes a table with words in the first column and figures in the others. */
export function table(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map(line).join('\n');
}

/** Tabulates both ways around thresholds, and how many times as long the way below takes. */
export function thresholdTable(comparisons, unit) {
  const header = ['threshold', 'at', 'below it', unit, 'from it on', unit, 'ratio'];
  const rows = comparisons.map(({ counted, value, ways: [below, above] }) => [
    counted,
    value.toLocaleString('en'),
    ...[below, above].flatMap(({ name, time }) => [name, show(time)]),
    show(below.time / above.time),
  ]);
  return table(header, rows);
}
