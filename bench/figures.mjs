/** Figures and tables of them, in Markdown. */

/** A figure with three digits that count. */
export const show = (x) => Number(x.toPrecision(3)).toLocaleString('en');

/** A table whose first column is words and whose others are figures. */
export function table(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map(line).join('\n');
}
