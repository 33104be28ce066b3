/** How time grows with the updates, the outputs, the rank and the values per slice: a table and a plot. */
import { writeFile } from 'node:fs/promises';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { native, ourselves } from './contestants/in_node.mjs';
import { compare } from './measure.mjs';
import { show, table } from './figures.mjs';

const powers = (from, to, step = 2) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => 2 ** (from + i * step));

const add = (data, indices) => ({ op: 'ScatterND', options: { reduction: 'add' }, data, indices });

/** Each quantity that grows, and the case for each of its values. */
const SWEEPS = [
  {
    title: 'updates, into 65,536 elements',
    values: powers(8, 22),
    makeCase: (updates) => add([65_536], [updates, 1]),
  },
  {
    title: 'outputs, with 65,536 updates',
    values: powers(8, 22),
    makeCase: (outputs) => add([outputs], [65_536, 1]),
  },
  {
    title: 'rank, with 65,536 updates of 4,096 elements',
    values: [1, 2, 3, 4, 6],
    makeCase: (rank) => add(Array(rank).fill(2 ** (12 / rank)), [65_536, rank]),
  },
  {
    title: 'values per slice, 1M in all',
    values: powers(0, 12),
    makeCase: (length) => add([2 ** 20 / length, length], [2 ** 20 / length, 1]),
  },
];

const ROUNDS = 15;

export async function growthSection({ smoke }) {
  const contestants = [ourselves(), native];
  const points = [];
  for (const { title, values, makeCase } of SWEEPS) {
    console.error(`  ${title}`);
    const chosen = smoke ? values.slice(0, 2) : values;
    // Warms up with the largest case: the smallest is too short for the engine to compile the code.
    await compare({ name: title, ...makeCase(chosen.at(-1)) }, contestants, { rounds: 1 });
    for (const value of chosen) {
      const given = { name: title, ...makeCase(value) };
      const times = await compare(given, contestants, { rounds: smoke ? 2 : ROUNDS });
      points.push(...times.map(({ name, ms }) => ({ title, value, name, ms })));
    }
  }
  const svg = await plot(points);
  if (!smoke) await writeFile(new URL('growth.svg', import.meta.url), svg);
  return [
    '## Growth',
    'The chart and the table show the median time of ScatterND add on the CPU, in ms.',
    '![time against updates, outputs, rank and values per slice](growth.svg)',
    growthTable(points),
  ].join('\n\n');
}

function growthTable(points) {
  const rows = SWEEPS.flatMap(({ title }) => {
    const own = points.filter((point) => point.title === title);
    const values = [...new Set(own.map(({ value }) => value))];
    return values.map((value) => [
      title,
      value.toLocaleString('en'),
      ...own.filter((point) => point.value === value).map(({ ms }) => show(ms)),
    ]);
  });
  return table(['what grows', 'value', ...new Set(points.map(({ name }) => name))], rows);
}

/** Draws a chart for each sweep, with logarithmic axes. */
function plot(points) {
  const chart = (title) => ({
    title,
    width: 300,
    height: 220,
    data: { values: points.filter((point) => point.title === title) },
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'value', type: 'quantitative', scale: { type: 'log', base: 2 }, title: null },
      y: { field: 'ms', type: 'quantitative', scale: { type: 'log' }, title: 'ms' },
      color: { field: 'name', type: 'nominal', title: null },
      strokeDash: { field: 'name', type: 'nominal', title: null },
    },
  });
  const specification = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    background: 'white',
    columns: 2,
    concat: SWEEPS.map(({ title }) => chart(title)),
    config: { legend: { orient: 'bottom', labelLimit: 0 } },
  };
  return new View(parse(compile(specification).spec), { renderer: 'none' }).toSVG();
}
