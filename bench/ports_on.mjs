/** Trains ported models on wasm in Node, in its own process, and prints their losses, times and profiles as JSON. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { at, take, takeAlongAxis } from 'tfjs-gather-scatter/indexing';
import { bincount } from 'tfjs-gather-scatter/segment';
import { gatherSegmentSum } from 'tfjs-gather-scatter/sparse';
import { wrapKernels } from './kernel_times.mjs';
import { timeSteps } from './time_steps.mjs';

const [what, seconds, sizes] = process.argv.slice(2).map((text) => JSON.parse(text));

/** Numbers from 0 to 1 that torch_ports.py computes, too: the bits of their places, mixed. */
function numbers(shape, seed) {
  const mix = (bits) => Math.imul(bits ^ (bits >>> 16), 0x45d9f3b);
  return Float32Array.from({ length: tf.util.sizeFromShape(shape) }, (_, i) => {
    const bits = mix(mix(i + 7919 * seed));
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  });
}
const tensor = (shape, seed, scale = 1) =>
  tf.tidy(() =>
    tf
      .tensor(numbers(shape, seed), shape)
      .sub(0.5)
      .mul(2 * scale),
  );
const variable = (...args) => tf.tidy(() => tf.variable(tensor(...args)));
const integers = (shape, seed, below) =>
  tf.tensor(
    Int32Array.from(numbers(shape, seed), (x) => x * below),
    shape,
    'int32',
  );

const drop = { outOfBounds: 'drop' };

/** Two dense layers for each expert; a token goes to the two best ones that have room. */
function mixtureOf({ tokens, features, hidden, experts: count, capacity }) {
  const [x, wanted] = [tensor([tokens, features], 1), tensor([tokens, features], 2)];
  const router = variable([features, count], 3, 0.3);
  const first = variable([count, features, hidden], 4, 0.1);
  const second = variable([count, hidden, features], 5, 0.1);
  return () => {
    const probs = tf.softmax(tf.matMul(x, router));
    const { values: gates, indices: experts } = tf.topk(probs, 2);
    const earlier = tf.cumsum(tf.oneHot(experts.flatten(), count), 0, true);
    const slots = takeAlongAxis(earlier, experts.reshape([-1, 1]))
      .reshape(experts.shape)
      .toInt();
    const buffers = at(tf.zeros([count, capacity, features]), experts, slots, drop);
    const results = tf.matMul(tf.relu(tf.matMul(buffers.set(x.expandDims(1)), first)), second);
    const y = at(results, experts, slots, drop).get().mul(gates.expandDims(2)).sum(1);
    const shares = bincount(experts, { size: count }).div(experts.size);
    return y
      .sub(wanted)
      .square()
      .mean()
      .add(shares.mul(probs.mean(0)).sum());
  };
}

/** The loss of a linear-chain conditional random field over a dense layer, for sentences of several lengths. */
function crfOf({ sentences, words, features, tags: count }) {
  const padding = { ...drop, wrapNegatives: false };
  const x = tensor([sentences, words, features], 1);
  const tags = tf.tidy(() => {
    const lengths = integers([sentences, 1], 3, words / 2).add(words / 2);
    const isHere = tf.range(0, words, 1, 'int32').less(lengths);
    return at(integers([sentences, words], 2, count), isHere.logicalNot()).set(-1);
  });
  const masks = tf.tidy(() => tf.unstack(tags.greaterEqual(0).expandDims(2), 1));
  const [kernel, transitions] = [
    variable([features, count], 4, 0.3),
    variable([count, count], 5, 0.1),
  ];
  return () => {
    const emissions = tf
      .matMul(x.reshape([-1, features]), kernel)
      .reshape([sentences, words, count]);
    const [from, to] = [tags.slice(0, [sentences, words - 1]), tags.slice([0, 1])];
    const moves = at(transitions, from, to, padding).get().sum();
    const score = takeAlongAxis(emissions, tags.expandDims(2), padding).sum().add(moves);
    let [sums, ...rest] = tf.unstack(emissions, 1);
    rest.forEach((emission, i) => {
      const next = tf.logSumExp(sums.expandDims(2).add(transitions), 1).add(emission);
      sums = tf.where(masks[i + 1], next, sums);
    });
    return tf.logSumExp(sums, 1).sum().sub(score).div(sentences);
  };
}

/** Velocities from which particles, averaged on a grid in each step, reach their targets. */
function particlesOf({ particles: count, side, steps }) {
  const toGrid = (seed) => tf.tidy(() => tensor([count, 2], seed, side / 4).add(side / 2));
  const [start, wanted, velocities] = [toGrid(1), toGrid(2), variable([count, 2], 3, 0.1)];
  // Of the four corners of a cell: the steps to them, and what makes a share of a fraction
  const offsets = tf.tensor1d([0, 1, side, side + 1]);
  const [signs, rest] = [
    tf.tensor2d([-1, -1, -1, 1, 1, -1, 1, 1], [4, 2]),
    tf.tensor2d([1, 1, 1, 0, 0, 1, 0, 0], [4, 2]),
  ];
  const particles = tf.tensor1d(
    Int32Array.from({ length: 4 * count }, (_, i) => i >> 2),
    'int32',
  );
  const size = side * side;
  const step = (positions, velocities) => {
    const first = positions.floor();
    const shares = positions.sub(first).expandDims(1).mul(signs).add(rest);
    const weights = take(shares, 0, { axis: 2 })
      .mul(take(shares, 1, { axis: 2 }))
      .flatten();
    const cells = first.mul([side, 1]).sum(1, true).add(offsets).toInt().flatten();
    const masses = bincount(cells, { size, weights }).maximum(1e-6).expandDims(1);
    const grid = gatherSegmentSum(velocities, particles, cells, size, { weights }).div(masses);
    const moved = gatherSegmentSum(grid, cells, particles, count, { weights });
    return [positions.add(moved).clipByValue(1, side - 2), moved];
  };
  return () => {
    let state = [start, velocities];
    for (let i = 0; i < steps; i++) state = step(...state);
    return state[0].sub(wanted).square().mean();
  };
}

const MODELS = { 'mixture of experts': mixtureOf, CRF: crfOf, particles: particlesOf };
const FIRST_STEPS = 5;

async function run() {
  await tf.setBackend('wasm');
  const wrap = what === 'profile' ? wrapKernels(tf) : undefined;
  accelerateBuiltins();
  const profile = wrap?.();
  const results = {};
  for (const [name, modelOf] of Object.entries(MODELS)) {
    const loss = modelOf(sizes[name]);
    // The epsilon of PyTorch
    const optimizer = tf.train.adam(0.01, 0.9, 0.999, 1e-8);
    const step = () =>
      tf.tidy(() => {
        const value = optimizer.minimize(loss, true);
        return value.dataSync()[0];
      });
    const losses = Array.from({ length: FIRST_STEPS }, step);
    const times = timeSteps(profile ? () => profile.measure(step) : step, seconds);
    const [least, median] = [times[0], times[times.length >> 1]];
    results[name] = { losses, least, median, ...profile?.take() };
    tf.disposeVariables();
    optimizer.dispose();
  }
  console.log(JSON.stringify(results));
}

void run();
