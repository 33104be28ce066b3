/** Runs in a page: times rows of calls on webgl or webgpu, each in several ways in turn, as long as there is time. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import { median } from 'simple-statistics';
import { countFromLast } from '../../test/support/page/count_from_last.js';
import { backend } from '../webgpu/backend.ts';
import { rowsOf, settingOf } from './calls.ts';
import { clockOf } from './clock.mjs';
import { contracts, graphRows } from './graphs.mjs';

/** The constants of the backend's strategy, which settable.mjs made settable. */
const { thresholds } = globalThis;
const own = { ...thresholds };

let stopReversing = () => undefined;

/** Makes the next calls run in a way. */
function enter(way) {
  const { isUnordered = false, isReversed = false, thresholds: values = {} } = settingOf(way);
  Object.assign(thresholds, own, values);
  if (tf.getBackend() !== 'webgpu') return;
  tf.env().set('GATHER_SCATTER_ORDERED', !isUnordered);
  tf.env().set('GATHER_SCATTER_ADAPTER', 'gpu');
  stopReversing();
  if (isReversed) stopReversing = countFromLast(backend());
}

/** The bits of a call's first result. */
async function bitsOf(call) {
  const results = [call()].flat();
  const { buffer, byteOffset, length } = (await results[0].data()).slice();
  tf.dispose(results);
  return new Uint32Array(buffer, byteOffset, length);
}

/** Counts, for each way, the values that have other bits than in the first way. */
async function differences(ways) {
  const counts = {};
  let first;
  for (const [way, call] of ways) {
    enter(way);
    const bits = await bitsOf(call);
    first ??= bits;
    counts[way] = bits.reduce((count, value, i) => count + Number(value !== first[i]), 0);
  }
  return counts;
}

/** GPUs lower their clock when they have little to do. */
function keepBusy(matrix, products) {
  for (let i = 0; i < products; i++) tf.matMul(matrix, matrix).dispose();
}

/** Slow calls are timed alone and less often, so that none takes the time of all others. */
const SLOW_MS = 50;

/** The least and the median ms of a call in each way. */
async function timesOf(ways, clock, { rounds, calls, size }) {
  const times = ways.map(() => []);
  const matrix = tf.randomUniform([size, size]);
  keepBusy(matrix, 50);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [way, call]] of ways.entries()) {
      const isSlow = times[i][0] > SLOW_MS;
      if (isSlow && round > 1) continue;
      enter(way);
      // Compiles programs and fills caches.
      if (!isSlow) tf.dispose(call());
      keepBusy(matrix, 4);
      times[i].push(await clock.time(call, round === 0 || isSlow ? 1 : calls));
    }
  }
  return Object.fromEntries(
    ways.map(([way], i) => [way, { least: Math.min(...times[i]), median: median(times[i]) }]),
  );
}

/** The ms of each program that a call runs, once in each way. */
async function profile(ways) {
  const found = {};
  for (const [way, call] of ways) {
    enter(way);
    tf.dispose(call());
    const time = await tf.time(() => tf.dispose(call()));
    found[way] = time.getExtraProfileInfo?.();
  }
  return found;
}

async function measure({ name, ways }, clock, given) {
  tf.engine().startScope();
  try {
    const entries = Object.entries(ways());
    const differing = await differences(entries);
    const ms = await timesOf(entries, clock, given);
    const programs = tf.getBackend() === 'webgpu' ? await profile(entries) : {};
    return { name, differing, ms, programs };
  } finally {
    enter('');
    tf.engine().endScope();
  }
}

/** Describes the GPU that computes. */
function adapter(name) {
  if (name === 'webgpu') {
    const { vendor, architecture, description, isFallbackAdapter } = backend().device.adapterInfo;
    return { vendor, architecture, description, isFallbackAdapter };
  }
  const { gl } = tf.backend().gpgpu;
  const { UNMASKED_RENDERER_WEBGL } = gl.getExtension('WEBGL_debug_renderer_info');
  return { description: gl.getParameter(UNMASKED_RENDERER_WEBGL) };
}

globalThis.run = async (name, { isProbe, isSmall, seconds }) => {
  // Small tensors would be computed on the host.
  for (const flag of ['WEBGPU_CPU_FORWARD', 'WEBGL_CPU_FORWARD']) tf.env().set(flag, false);
  await tf.setBackend(name);
  if (isProbe) return { adapter: adapter(name) };
  const errors = [];
  if (name === 'webgpu') {
    const { device } = backend();
    device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message));
  }
  const clock = clockOf(name);
  const size = name === 'webgpu' ? 2048 : 512;
  const given = isSmall ? { rounds: 2, calls: 1, size: 32 } : { rounds: 5, calls: 4, size };
  const leftOut = [];
  await globalThis.report({
    adapter: adapter(name),
    clock: clock.name,
    contracts: await contracts(),
  });
  const end = performance.now() + 1000 * seconds;
  for (const row of [...rowsOf(name, isSmall ? 2 ** 16 : 2 ** 20), ...graphRows(name, isSmall)]) {
    if (performance.now() > end) {
      leftOut.push(row.name);
      continue;
    }
    console.info(`${name}: ${row.name}`);
    // A row that fails, as it needs too much memory, leaves the others.
    const found = await measure(row, clock, given).catch(({ message }) => ({
      name: row.name,
      error: message,
    }));
    if (errors.length > 0) found.errors = errors.splice(0);
    await globalThis.report({ row: found });
  }
  return { leftOut };
};
