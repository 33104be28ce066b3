/** The time that a GPU takes, by its own clock if it has one. */
import * as tf from '@tensorflow/tfjs';
import { backend, waitForGpu } from '../webgpu/backend.ts';

/** Returns the clock of the current backend: its name, and `time`, which gives the ms of a call. */
export const clockOf = (name) => (name === 'webgpu' ? webgpuClock() : webglClock());

function repeat(call, calls) {
  for (let i = 0; i < calls; i++) tf.dispose(call());
}

/** The page's clock, until a function that waits for the GPU returns. */
const pageClock = (name, wait) => ({
  name: `the page's clock, ${name}`,
  async time(call, calls) {
    await wait();
    const start = performance.now();
    repeat(call, calls);
    await wait();
    return (performance.now() - start) / calls;
  },
});

/** All commands of a call are submitted at once, between two timestamps, so the GPU never waits for the host. */
function webgpuClock() {
  const { device } = backend();
  if (!device.features.has('timestamp-query'))
    return pageClock('waiting for the queue', waitForGpu);
  tf.env().set('WEBGPU_DEFERRED_SUBMIT_BATCH_SIZE', 1e9);
  const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = globalThis.GPUBufferUsage;
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 });
  const stamps = device.createBuffer({ size: 16, usage: QUERY_RESOLVE | COPY_SRC });
  const read = device.createBuffer({ size: 16, usage: COPY_DST | MAP_READ });
  const stamp = (index) => {
    backend().ensureCommandEncoderReady();
    backend().endComputePassEncoder();
    const writes = { querySet, beginningOfPassWriteIndex: index };
    backend().commandEncoder.beginComputePass({ timestampWrites: writes }).end();
  };
  return {
    name: 'timestamp-query',
    async time(call, calls) {
      stamp(0);
      repeat(call, calls);
      stamp(1);
      const { commandEncoder } = backend();
      commandEncoder.resolveQuerySet(querySet, 0, 2, stamps, 0);
      commandEncoder.copyBufferToBuffer(stamps, 0, read, 0, 16);
      backend().submitQueue();
      await read.mapAsync(globalThis.GPUMapMode.READ);
      const [from, to] = new BigUint64Array(read.getMappedRange().slice(0));
      read.unmap();
      return Number(to - from) / 1e6 / calls;
    },
  };
}

function webglClock() {
  const { gl } = tf.backend().gpgpu;
  const pixel = new Float32Array(4);
  // Reading from the texture drawn last waits for the GPU; nothing else does.
  const wait = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel);
  const timer = gl.getExtension('EXT_disjoint_timer_query_webgl2');
  if (!timer) return pageClock('reading a pixel', wait);
  return {
    name: 'EXT_disjoint_timer_query_webgl2',
    async time(call, calls) {
      const query = gl.createQuery();
      gl.beginQuery(timer.TIME_ELAPSED_EXT, query);
      repeat(call, calls);
      gl.endQuery(timer.TIME_ELAPSED_EXT);
      wait();
      while (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) await nextTask();
      const nanoseconds = gl.getQueryParameter(query, gl.QUERY_RESULT);
      gl.deleteQuery(query);
      return nanoseconds / 1e6 / calls;
    },
  };
}

/** Results of queries become available between tasks. */
const nextTask = () => new Promise((resolve) => globalThis.setTimeout(resolve, 0));
