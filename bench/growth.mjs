/** How time grows with the updates, the outputs, the rank and the values per slice. */
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
  const rows = [];
  for (const { title, values, makeCase } of SWEEPS) {
    console.error(`  ${title}`);
    const chosen = smoke ? values.slice(0, 2) : values;
    // Warms up with the largest case: the smallest is too short for the engine to compile the code.
    await compare({ name: title, ...makeCase(chosen.at(-1)) }, contestants, { rounds: 1 });
    for (const value of chosen) {
      const given = { name: title, ...makeCase(value) };
      const times = await compare(given, contestants, { rounds: smoke ? 2 : ROUNDS });
      rows.push([title, value.toLocaleString('en'), ...times.map(({ ms }) => show(ms))]);
    }
  }
  return [
    '## Growth',
    'The table shows the median time of ScatterND add on the CPU, in ms.',
    table(['what grows', 'value', ...contestants.map(({ name }) => name)], rows),
  ].join('\n\n');
}
