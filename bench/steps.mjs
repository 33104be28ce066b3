/** Whole training steps on wasm, and where PYTORCH is a Python with PyTorch Geometric, the same steps there. */
import { show, table } from './figures.mjs';
import { bundle } from './in_page.mjs';
import { lastLineOf, leastTimes, timesInTorch } from './report.mjs';

const ROUNDS = 2;
const SIZES = {
  graphs: [
    [400, 4000],
    [4000, 40_000],
    [20_000, 200_000],
  ],
  examples: 512,
  rows: 20_000,
  gathers: [
    [16, 262_144],
    [64, 65_536],
    [256, 16_384],
  ],
};
const SMALL = { graphs: [[4, 40]], examples: 4, rows: 20, gathers: [[2, 3]] };

const UNITS = { embedding: 'rows', dense: 'examples', gather: 'ids' };

const title = (step) => {
  const [, name, size] = /^(.+) (\d+)$/.exec(step);
  const unit = UNITS[name.split(/\W/)[0]] ?? 'edges';
  return `${name}: ${Number(size).toLocaleString('en')} ${unit}`;
};

export async function stepsSection({ smoke }) {
  const script = await bundle('steps_on.mjs', 'node');
  const args = [smoke ? 0 : 2, smoke ? SMALL : SIZES].map((value) => JSON.stringify(value));
  const ours = (way) => async () =>
    JSON.parse(await lastLineOf(script, [JSON.stringify(way), ...args]));
  const ways = { stock: ours('stock'), accelerated: ours('accelerated') };
  if (process.env.PYTORCH) ways.PyTorch = () => timesInTorch('torch_steps.py', args);
  const { stock, accelerated, PyTorch = {} } = await leastTimes(ways, smoke ? 1 : ROUNDS);

  const beside = (step) => {
    const csr = step.replace('GCN', 'GCN, CSR');
    const others = [PyTorch[step], csr === step ? undefined : PyTorch[csr]];
    return others.map((ms) => (ms ? `${show(ms)} (${show(accelerated[step] / ms)})` : '–'));
  };
  return [
    '## Whole training steps, on wasm in Node',
    "Median time of a step in ms until its loss is read; the least of two processes, which ran in turn. 'stock' runs tfjs' " +
      "own ops as they are, 'accelerated' after `accelerateBuiltins()`; both sum along edges with this package. PyTorch " +
      'and PyTorch Geometric run on one thread; in brackets, how many times as long the accelerated step takes. CSR is ' +
      'their form with a sorted sparse matrix. Graphs have two layers, 64 features, 8 classes and Adam; the dense ' +
      'layers 784, 256 and 8 values, and Adam. A gather takes as many random rows as there are, with `take` and `index_select`.',
    table(
      ['step', 'stock', 'accelerated', 'PyTorch', 'PyTorch, CSR'],
      Object.keys(stock).map((step) => [
        title(step),
        show(stock[step]),
        show(accelerated[step]),
        ...beside(step),
      ]),
    ),
  ].join('\n\n');
}
