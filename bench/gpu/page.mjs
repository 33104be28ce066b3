/** Runs in a page: times rows of calls on webgl or webgpu, each in several ways in turn, as long as there is time. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import { median } from 'simple-statistics';
import { dropOrders } from '../../kernels/webgpu/cached_orders.js';
import { backend } from '../webgpu/backend.ts';
import { rowsOf, settingOf } from './calls.ts';
import { clockOf } from './clock.mjs';
import { ordering } from './counting_order.ts';
import { contracts, graphRows } from './graphs.mjs';

/** The constants of the backend's strategy, which settable.mjs made settable. */
const { thresholds } = globalThis;
const own = { ...thresholds };

/** Makes the next calls run in a way. */
function enter(way) {
  const { isUnordered = false, isCounted = false, isReversed = false, ...more } = settingOf(way);
  Object.assign(thresholds, own, more.thresholds);
  Object.assign(ordering, { isCounted, isReversed });
  if (tf.getBackend() !== 'webgpu') return;
  tf.env().set('GATHER_SCATTER_ORDERED', !isUnordered);
  if (thresholds.MAX_CACHED_BYTES === 0) dropOrders(backend());
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

/** Slow calls are timed alone and less often, so that none takes the time of all others. */
const SLOW_MS = 50;

/** The least and the median ms of a call in each way. */
async function timesOf(ways, clock, rounds, calls) {
  const times = ways.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [way, call]] of ways.entries()) {
      const isSlow = times[i][0] > SLOW_MS;
      if (isSlow && round > 1) continue;
      enter(way);
      // Compiles programs and fills caches.
      if (!isSlow) tf.dispose(call());
      times[i].push(await clock.time(call, round === 0 || isSlow ? 1 : calls));
    }
  }
  return Object.fromEntries(
    ways.map(([way], i) => [way, { least: Math.min(...times[i]), median: median(times[i]) }]),
  );
}

async function measure({ name, ways }, clock, { rounds, calls }) {
  tf.engine().startScope();
  try {
    const entries = Object.entries(ways());
    const differing = await differences(entries);
    return { name, differing, ms: await timesOf(entries, clock, rounds, calls) };
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
  const given = isSmall ? { rounds: 2, calls: 1 } : { rounds: 7, calls: 4 };
  const result = { adapter: adapter(name), clock: clock.name, contracts: await contracts() };
  const [rows, leftOut] = [[], []];
  const end = performance.now() + 1000 * seconds;
  for (const row of [...graphRows(name, isSmall), ...rowsOf(name, isSmall ? 2 ** 16 : 2 ** 20)]) {
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
    rows.push({ ...found, ...(errors.length > 0 ? { errors: errors.splice(0) } : {}) });
  }
  return { ...result, rows, leftOut };
};
