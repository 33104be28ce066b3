/** Runs in a page that has loaded ONNX Runtime as `ort`. */
import * as tf from '@tensorflow/tfjs';
import * as functions from '../src/index.ts';
import { PAGE_CASES } from './cases.mjs';
import { adapter, onnxRuntimeWasm, onnxRuntimeWebGPU } from './contestants/onnxruntime.mjs';
import { thisPackage } from './contestants/package.mjs';
import { tfjs } from './contestants/tfjs.mjs';
import { compareAll } from './measure.mjs';

const { ort } = globalThis;
const pixel = new Float32Array(4);

/** Reads from the texture drawn last: nothing else waits for the GPU. */
function waitForGpu() {
  const { gl } = tf.backend().gpgpu;
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel);
}

globalThis.run = async (rounds) => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = '/ort/';
  await tf.setBackend('webgl');
  const declined = [];
  const contestants = [
    thisPackage(tf, functions, 'webgl', waitForGpu),
    tfjs(tf, 'webgl', waitForGpu),
    onnxRuntimeWebGPU(ort, declined),
    onnxRuntimeWasm(ort),
  ];
  const results = await compareAll(PAGE_CASES, contestants, { rounds }, console.info);
  return { renderer: renderer(), adapter: await adapter(), results, declined };
};

function renderer() {
  const { gl } = tf.backend().gpgpu;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
}
