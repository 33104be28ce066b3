/** Runs in a page that has loaded ONNX Runtime as `ort`. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import * as functions from '../src/index.ts';
import { ON_WEBGPU, timeOps } from './builtins_ops.mjs';
import { sizeOf, valuesShape, WEBGPU_CASES } from './cases.mjs';
import { adapter, onnxRuntimeWebGPU } from './contestants/onnxruntime.mjs';
import { thisPackage } from './contestants/package.mjs';
import { tfjs } from './contestants/tfjs.mjs';
import { compare } from './measure.mjs';
import { waitForGpu } from './webgpu/backend.ts';

const ordered = (isOrdered) => tf.env().set('GATHER_SCATTER_ORDERED', isOrdered);

const WAYS = {
  'new indices': { enter: () => ordered(true), renewsIndices: true },
  'known indices': { enter: () => ordered(true) },
  unordered: { enter: () => ordered(false) },
};

/** The ms that the host takes for a small call, and for one of tfjs' own programs. */
async function hostTimes(calls) {
  const x = tf.range(0, 8).add(0);
  const ids = tf.range(0, 8, 1, 'int32').add(tf.scalar(0, 'int32'));
  const scatter = (reduction) => () => functions.scatterElements(x, ids, x, { reduction });
  const runs = {
    'one program of tfjs: neg, 8 elements': () => tf.neg(x),
    'gatherElements, 8 elements': () => functions.gatherElements(x, ids),
    'scatterElements max, 8 elements': scatter('max'),
    'scatterElements none, 8 elements': scatter('none'),
    'scatterElements add, 8 elements': scatter('add'),
  };
  const best = new Map();
  for (let round = 0; round < 30; round++) {
    for (const [name, run] of Object.entries(runs)) {
      await waitForGpu();
      const start = performance.now();
      for (let i = 0; i < calls; i++) run().dispose();
      const ms = (performance.now() - start) / calls;
      best.set(name, Math.min(ms, best.get(name) ?? Infinity));
    }
  }
  return [...best].map(([name, ms]) => ({ name, ms }));
}

const { ort } = globalThis;

/** Short calls get more rounds: they mostly wait, so they vary by a fifth. */
const roundsFor = (given, rounds) =>
  rounds > 1 && sizeOf(valuesShape(given)) <= 2 ** 16 ? 5 * rounds : rounds;

globalThis.run = async (rounds, word) => {
  ort.env.wasm.wasmPaths = '/ort/';
  tf.env().set('WEBGPU_CPU_FORWARD', false);
  await tf.setBackend('webgpu');
  const declined = [];
  const contestants = [
    ...Object.entries(WAYS).map(([name, way]) =>
      thisPackage(tf, functions, 'webgpu', waitForGpu, { name, ...way }),
    ),
    onnxRuntimeWebGPU(ort, declined),
    tfjs(tf, 'webgpu', waitForGpu),
  ];
  const cases = WEBGPU_CASES.filter(({ name }) => name.includes(word));
  const results = [];
  for (const given of cases) {
    console.info(given.name);
    const times = await compare(given, contestants, { rounds: roundsFor(given, rounds) });
    results.push({ name: given.name, times });
  }
  ordered(true);
  const host = await hostTimes(rounds === 1 ? 10 : 300);
  return {
    adapter: await adapter(),
    results,
    names: contestants.map(({ name }) => name),
    declined,
    host,
    builtins: await timeOps({ tf, functions }, ON_WEBGPU, { rounds, finish: waitForGpu }),
  };
};
