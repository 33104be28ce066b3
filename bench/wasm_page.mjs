/** Runs in a page that has loaded ONNX Runtime as `ort`: contestants on WebAssembly, on one thread. */
import * as tf from '@tensorflow/tfjs';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as functions from '../src/index.ts';
import { CASES, small, TINY_CALLS, TINY_CASES } from './cases.mjs';
import { onnxRuntimeWasm } from './contestants/onnxruntime.mjs';
import { thisPackage } from './contestants/package.mjs';
import { tfjs } from './contestants/tfjs.mjs';
import { compareAll } from './measure.mjs';

const { ort } = globalThis;

globalThis.run = async (rounds, isSmall) => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = '/ort/';
  setWasmPaths('/tfjs/');
  setThreadsCount(1);
  const contestants = [
    ...['auto', 'host'].map((way) => thisPackage(tf, functions, 'wasm', undefined, { way })),
    onnxRuntimeWasm(ort),
    tfjs(tf, 'wasm'),
  ];
  const timed = (cases, callsPerRound) =>
    compareAll(cases, contestants, { rounds, callsPerRound }, console.info);
  const tiny = await timed(TINY_CASES, TINY_CALLS);
  // A page's clock is too coarse for one small call.
  const results = await (isSmall ? timed(CASES.map(small), 200) : timed(CASES, 1));
  return { isIsolated: globalThis.crossOriginIsolated, results, tiny };
};
