/** Training steps of ported models on wasm, and where PYTORCH is a Python with PyTorch, the same steps there. */
import { show, table } from './figures.mjs';
import { bundle } from './in_page.mjs';
import { lastLineOf, leastTimes, timesInTorch } from './report.mjs';

const ROUNDS = 3;
const SIZES = {
  'mixture of experts': { tokens: 1024, features: 64, hidden: 128, experts: 8, capacity: 320 },
  CRF: { sentences: 32, words: 40, features: 64, tags: 12 },
  particles: { particles: 1024, side: 32, steps: 50 },
};
const SMALL = {
  'mixture of experts': { tokens: 8, features: 2, hidden: 3, experts: 4, capacity: 5 },
  CRF: { sentences: 2, words: 4, features: 3, tags: 2 },
  particles: { particles: 4, side: 8, steps: 2 },
};
const UNITS = { 'mixture of experts': 'tokens', CRF: 'sentences', particles: 'steps' };

/** How far the losses of both may differ, relative to them: sums are rounded in another order. */
const TOLERANCE = 1e-4;
/** Kernels with a smaller share of a step are not listed. */
const LEAST_SHARE = 0.03;

/** Throws if a model's first losses differ, because then the two compute something else. */
function expectSameLosses(ours, theirs) {
  for (const [model, { losses }] of Object.entries(theirs)) {
    losses.forEach((loss, i) => {
      const other = ours[model].losses[i];
      if (Math.abs(other - loss) <= TOLERANCE * Math.abs(loss)) return;
      throw new Error(`${model}: the loss of step ${i} is ${other}, and PyTorch's is ${loss}.`);
    });
  }
}

const timesOf = (results) =>
  Object.fromEntries(
    Object.entries(results).flatMap(([model, { median, least }]) => [
      [`${model}, median`, median],
      [`${model}, least`, least],
    ]),
  );

const count = (n) => n.toLocaleString('en');
const percent = (share) => `${Math.round(100 * share)}%`;

/** Tabulates what takes the time of a step: whose kernels, and which. */
function profileTables(profiles) {
  const rows = Object.entries(profiles).map(([model, { ms, kernels }]) => {
    const of = (owner) => kernels.filter((kernel) => kernel.owner === owner);
    const shareOf = (list) => list.reduce((sum, kernel) => sum + kernel.ms, 0) / ms;
    const shares = [of('package'), of('tfjs')].map(shareOf);
    const calls = kernels.reduce((sum, kernel) => sum + kernel.calls, 0);
    return [model, count(calls), ...shares.map(percent), percent(1 - shares[0] - shares[1])];
  });
  const largest = Object.entries(profiles).flatMap(([model, { ms, kernels }]) =>
    kernels
      .filter((kernel) => kernel.ms > LEAST_SHARE * ms)
      .sort((a, b) => b.ms - a.ms)
      .map(({ name, owner, calls, ms: time }) => [
        `${model}: ${name} of ${owner === 'tfjs' ? 'tfjs' : 'this package'}`,
        count(calls),
        percent(time / ms),
      ]),
  );
  return [
    table(['step', 'kernels that run', "this package's", "tfjs' own", 'outside kernels'], rows),
    table(['kernel', 'calls', 'share of the step'], largest),
  ];
}

export async function portsSection({ smoke }) {
  const script = await bundle('ports_on.mjs', 'node');
  const sizes = smoke ? SMALL : SIZES;
  const args = [smoke ? 0 : 2, sizes].map((value) => JSON.stringify(value));
  const onWasm = async (what) =>
    JSON.parse(await lastLineOf(script, [JSON.stringify(what), ...args]));
  const results = {};
  const timed = (way, run) => async () => {
    results[way] = await run();
    return timesOf(results[way]);
  };
  const ways = { ours: timed('ours', () => onWasm('times')) };
  if (process.env.PYTORCH) {
    ways.PyTorch = timed('PyTorch', () => timesInTorch('torch_ports.py', args));
  }
  const { ours, PyTorch } = await leastTimes(ways, smoke ? 1 : ROUNDS);
  if (PyTorch) expectSameLosses(results.ours, results.PyTorch);

  const { 'mixture of experts': mixture, CRF: crf } = sizes;
  const { particles, side, steps } = sizes.particles;
  const title = (model) => `${model}: ${count(sizes[model][UNITS[model]])} ${UNITS[model]}`;
  const beside = (step) =>
    PyTorch
      ? [show(ours[step]), show(PyTorch[step]), show(ours[step] / PyTorch[step])]
      : [show(ours[step]), '–', '–'];
  return [
    '## Ported training steps, on wasm in Node',
    'Time of a step in ms until its loss is read, after `accelerateBuiltins()`, beside the same step of PyTorch on one ' +
      'thread: the least median and the least time of three processes, which ran in turn. A ratio is how many times as ' +
      'long the step takes here. Both start from the same numbers, and their first five losses agree to 0.01%. The models ' +
      `are those of the [recipes](../docs/recipes.md), with Adam: ${mixture.experts} experts of two dense layers, where ` +
      `each token of ${mixture.features} features goes to two; a linear-chain CRF with ${crf.tags} tags, over ` +
      `${crf.sentences} sentences of ${crf.words / 2} to ${crf.words} words; and ${count(particles)} particles, whose ` +
      `velocities are averaged on a grid of ${side} × ${side} in each of ${steps} steps.`,
    table(
      ['step', 'median', 'PyTorch', 'ratio', 'least', 'PyTorch', 'ratio'],
      Object.keys(sizes).map((model) => [
        title(model),
        ...beside(`${model}, median`),
        ...beside(`${model}, least`),
      ]),
    ),
    'What takes the time of such a step, by the median times of the step and of each kernel. Outside kernels is JavaScript: ' +
      "tfjs' tape and memory, gradients, checks, and the garbage collector. The second table has the kernels with " +
      `${percent(LEAST_SHARE)} or more.`,
    ...profileTables(await onWasm('profile')),
  ].join('\n\n');
}
