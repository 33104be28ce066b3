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
