/** Runs in a page that has loaded ONNX Runtime as `ort`. */
import * as tf from '@tensorflow/tfjs';
import * as functions from '../src/index.ts';
import { PAGE_CASES } from './cases.mjs';
import { onnxRuntime, onnxRuntimeWebGPU } from './contestants/onnxruntime.mjs';
import { thisPackage } from './contestants/package.mjs';
import { tfjs } from './contestants/tfjs.mjs';
import { compareAll } from './measure.mjs';
import { adapter, unlessItThrows } from './page_contestants.mjs';

const { ort } = globalThis;
const pixel = new Float32Array(4);

/** Reads from what was drawn last: only that waits for the GPU. */
function waitForGpu() {
  const { gl } = tf.backend().gpgpu;
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel);
}

globalThis.run = async (rounds) => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = '/ort/';
  await tf.setBackend('webgl');
  const declined = [];
  const webgpu = onnxRuntimeWebGPU('onnxruntime-web, webgpu', ort);
  const contestants = [
    thisPackage(tf, functions, 'webgl', waitForGpu),
    tfjs(tf, 'webgl', waitForGpu),
    unlessItThrows(webgpu, declined),
    onnxRuntime('onnxruntime-web, wasm', ort, { executionProviders: ['wasm'] }),
  ];
  const results = await compareAll(PAGE_CASES, contestants, { rounds }, console.info);
  return { renderer: renderer(), adapter: await adapter(), results, declined };
};

function renderer() {
  const { gl } = tf.backend().gpgpu;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
}
