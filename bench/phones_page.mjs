/** Runs in a page: the ways to scatter on webgl, on this driver and on one that cannot blend float32. */
import * as tf from '@tensorflow/tfjs';
import * as functions from '../src/index.ts';
import * as segments from '../src/segment/index.ts';
import * as sparse from '../src/sparse/index.ts';
import { timeInTurn } from './in_turn.mjs';
import { adjacencyOf, randomGraph, trainingSteps, waysOf } from './sparse_steps.mjs';

const parts = { functions, segments, sparse };
const STRATEGY = 'GATHER_SCATTER_STRATEGY';
let canBlend = true;

/** Hides the extension that GPUs of phones lack. */
function hideBlending() {
  const { gl } = tf.backend().gpgpu;
  const getExtension = gl.getExtension.bind(gl);
  gl.getExtension = (name) => (name === 'EXT_float_blend' && !canBlend ? null : getExtension(name));
}

/** Returns the ways to run a call: drawn where possible, as the package chooses, and without blending. */
const inWays = (call) =>
  [
    ['drawn', true],
    ['auto', true],
    ['auto', false],
  ].map(([strategy, blends]) => () => {
    tf.env().set(STRATEGY, strategy);
    canBlend = blends;
    try {
      return call();
    } finally {
      canBlend = true;
      tf.env().set(STRATEGY, 'auto');
    }
  });

const ints = (count, below, seed) => tf.randomUniform([count], 0, below, 'int32', seed);

/** Scatters along known indices, and along new ones. */
function scatterCases(isSmall) {
  const scatter = (name, shape, sites, options, below = shape[0]) => ({
    name,
    make() {
      const rows = [sites, ...shape.slice(1)];
      const [data, updates] = [tf.randomNormal(shape), tf.randomNormal(rows)];
      const values = ints(sites, below, 1).dataSync().slice();
      const indices = tf.tensor2d(values, [sites, 1], 'int32');
      const run = (indices) => functions.scatterND(data, indices, updates, options);
      return {
        known: () => run(indices),
        fresh: () => run(tf.tensor2d(values, [sites, 1], 'int32')),
        free: () => tf.dispose([data, updates, indices]),
      };
    },
  });
  const million = isSmall ? 2000 : 2 ** 20;
  const rows = isSmall ? 64 : 65_536;
  const add = { reduction: 'add' };
  const cases = [
    scatter('20,000 single sums into 20,000', [20_000], 20_000, add),
    scatter('add, 1M singles into 1M', [million], million, add),
    scatter('none, the same', [million], million, {}),
    scatter('add, 16,384 rows of 64 into 65,536', [rows, 64], rows / 4, add),
    scatter('max, the same', [rows, 64], rows / 4, { reduction: 'max' }),
    scatter('none, the same', [rows, 64], rows / 4, {}),
    scatter('add without data, 65,536 rows of 64 into 16,384', [rows / 4, 64], rows, {
      ...add,
      includeSelf: false,
    }),
    scatter('add, 1M singles into one place of 1M', [million], million, add, 1),
    scatter('add, 32 rows of 64 into 100,000', [isSmall ? 100 : 100_000, 64], 32, add),
    scatter('max, the same', [isSmall ? 100 : 100_000, 64], 32, { reduction: 'max' }),
    scatter('add, 1,000 singles into 4M', [4 * million], 1000, add),
  ];
  return isSmall ? cases.slice(1, 4) : cases;
}

/** Sums of rows along edges, with gradients by the rows and weights. */
function productCases(isSmall) {
  const along = (edges, features, weighted, differentiated) => ({
    name: `${edges.toLocaleString('en')} edges, ${features} features${weighted ? ', weighted' : ''}${differentiated ? ', gradients' : ''}`,
    make() {
      const nodes = edges / 10;
      const x = tf.randomNormal([nodes, features]);
      const weights = weighted ? tf.randomUniform([edges]) : undefined;
      const values = [1, 2].map((seed) => ints(edges, nodes, seed).dataSync().slice());
      const edgesOf = () => values.map((ids) => tf.tensor1d(ids, 'int32'));
      const kept = edgesOf();
      const run = ([sources, targets]) => {
        const sum = (x, weights) =>
          sparse.gatherSegmentSum(x, sources, targets, nodes, { weights });
        if (!differentiated) return sum(x, weights);
        const loss = (...inputs) =>
          sum(...inputs)
            .square()
            .sum();
        return tf.grads(loss)(weights ? [x, weights] : [x]);
      };
      return {
        known: () => run(kept),
        fresh: () => run(edgesOf()),
        free: () => tf.dispose([x, kept, weights ?? []]),
      };
    },
  });
  if (isSmall) return [along(200, 4, true, true)];
  return [
    along(5000, 32, false, true),
    along(20_000, 32, false, true),
    along(100_000, 16, false, false),
    along(100_000, 32, true, false),
    along(100_000, 64, true, true),
    along(1000, 32, true, true),
    along(10_000, 32, true, true),
  ];
}

async function timeCase({ name, make }, rounds) {
  const { known, fresh, free } = make();
  const times = await timeInTurn(tf, [...inWays(known), ...inWays(fresh)], rounds);
  free();
  return { name, known: times.slice(0, 3), fresh: times.slice(3) };
}

/** A training step of a graph network, and the same with a dense product. */
async function timeTraining(nodes, rounds) {
  const graph = randomGraph(tf, nodes, 10 * nodes);
  const weights = tf.fill([10 * nodes], 0.1);
  // tf.stack takes its inputs to the GPU: these are not the indices of the product.
  const adjacency = adjacencyOf(tf, parts, randomGraph(tf, nodes, 10 * nodes), weights);
  const { fused } = waysOf(parts, graph);
  const products = [(x) => tf.matMul(adjacency, x), (x) => fused(x, weights)];
  const { steps, free } = trainingSteps(tf, nodes, products);
  const [dense, ...ways] = await timeInTurn(tf, [steps[0], ...inWays(steps[1])], rounds);
  free();
  tf.dispose([weights, adjacency, graph.sources, graph.targets]);
  return { nodes, dense, ways };
}

globalThis.run = async (isSmall, names) => {
  await tf.setBackend('webgl');
  hideBlending();
  const rounds = isSmall ? 1 : 9;
  const cases = [];
  for (const each of [...scatterCases(isSmall), ...productCases(isSmall)]) {
    if (!each.name.includes(names)) continue;
    console.info(each.name);
    cases.push(await timeCase(each, rounds));
  }
  const training = [];
  for (const nodes of isSmall ? [10] : [400, 1000, 4000]) {
    if (!`training ${nodes}`.includes(names)) continue;
    console.info(`training ${nodes}`);
    training.push(await timeTraining(nodes, rounds));
  }
  return { cases, training };
};
