/** Writes to variables in place beside their functional forms, and where PYTORCH is a Python with PyTorch, its own. */
import { show, table } from './figures.mjs';
import { bundle } from './in_page.mjs';
import { lastLineOf, leastTimes, timesInTorch } from './report.mjs';

const ROUNDS = 2;
const SIZES = {
  cache: [12, 1024, 768],
  buffer: 20_000,
  tables: [2048, 100_000, 1_000_000],
  growth: [1000, 10_000, 100_000, 1_000_000],
  small: [
    [4, 2],
    [64, 4],
    [1024, 16],
  ],
  held: 100_000,
  decoder: { layers: 6, positions: 1024, features: 384 },
  embedding: 50_000,
};
const SMALL = {
  cache: [2, 8, 4],
  buffer: 20,
  tables: [2048],
  growth: [1000, 2000],
  small: [[4, 2]],
  held: 2000,
  decoder: { layers: 2, positions: 16, features: 8 },
  embedding: 2000,
};
const BACKENDS = ['cpu', 'wasm'];

export async function inPlaceSection({ smoke }) {
  const sizes = smoke ? SMALL : SIZES;
  const script = await bundle('in_place_on.mjs', 'node');
  const args = [smoke ? 0 : 1.5, sizes].map((value) => JSON.stringify(value));
  const on = (backend) => async () =>
    JSON.parse(await lastLineOf(script, [JSON.stringify(backend), ...args]));
  const ways = Object.fromEntries(BACKENDS.map((backend) => [backend, on(backend)]));
  if (process.env.PYTORCH) ways.PyTorch = () => timesInTorch('torch_in_place.py', args);
  const times = await leastTimes(ways, smoke ? 1 : ROUNDS);

  const inTorch = (step) => (times.PyTorch?.[step] ? show(times.PyTorch[step]) : '–');
  const count = (n) => n.toLocaleString('en');
  const both = (step) =>
    BACKENDS.flatMap((backend) =>
      ['functional', 'in place'].map((way) => show(times[backend][`${step}, ${way}`])),
    );
  const row = (title, step) => [title, ...both(step), inTorch(step)];
  const header = BACKENDS.flatMap((backend) => [`${backend}: functional`, 'in place']);
  const writes = (title, rows) => table([title, ...header, 'PyTorch'], rows);
  const optimizers = ['sparseAdam', 'rows by SGD', 'tf.train.adam'];
  const embedding = (name, step) => [
    name,
    ...BACKENDS.map((backend) => show(times[backend][step])),
    inTorch(step),
  ];
  const perSecond = (ms) => (ms ? show(1000 / ms) : '–');
  const { layers, positions, features } = sizes.decoder;
  return [
    '## Writes in place, in Node',
    "The least times in ms, of two processes, which ran in turn. 'functional' is " +
      '`variable.assign(scatterND(variable, …))`, measured in turn with the write in place. After `accelerateBuiltins()`. PyTorch runs on one thread: ' +
      '`index_copy_` for a step of the cache, `x[i] = y` for one row, and `index_add_` for 1,024 and 16 rows.',
    writes('ms', [
      row(`a step of a cache, ${sizes.cache.join(' × ')}`, 'cache'),
      row(`one row of ${count(sizes.buffer)} × 784`, 'row'),
      ...sizes.tables.map((rows) =>
        row(`1,024 rows added to ${count(rows)} × 64`, `1024 rows into ${rows}`),
      ),
    ]),
    'Growth: 16 rows are added to a table.',
    writes(
      'rows of 64 values',
      sizes.growth.map((rows) => row(count(rows), `16 rows into ${rows}`)),
    ),
    'Small variables, of which one row is written, and a variable of ' +
      `${count(sizes.held)} rows with a clone, which must be copied in both forms.`,
    writes('ms', [
      ...sizes.small.map(([rows, width]) =>
        row(`${count(rows)} × ${width}`, `small ${rows} × ${width}`),
      ),
      row('16 rows, with a clone', 'clone'),
    ]),
    `A decoder with ${layers} layers of attention, ${features} features and a cache of ${count(positions)} positions, ` +
      'in tokens per second.',
    table(
      ['tokens per second', 'functional', 'in place'],
      [
        ...BACKENDS.map((backend) => [
          backend,
          ...['functional', 'in place'].map((way) => perSecond(times[backend][`decoder, ${way}`])),
        ]),
        ['PyTorch', '–', perSecond(times.PyTorch?.decoder)],
      ],
    ),
    `A training step that reads 512 rows of ${count(sizes.embedding)} × 64, until its loss is read, and the update of ` +
      "`sparseAdam` alone. PyTorch's are `SparseAdam`, `SGD` with sparse gradients, and `Adam`.",
    table(
      ['ms', ...BACKENDS, 'PyTorch'],
      [
        ...optimizers.map((name) => embedding(name, `embedding, ${name}`)),
        embedding('update of sparseAdam alone', 'update, sparseAdam'),
      ],
    ),
  ].join('\n\n');
}
