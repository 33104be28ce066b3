/** Runs in a page: tfjs' own ops on wasm with one thread, or the gradient of a lookup on webgl. */
import * as tf from '@tensorflow/tfjs';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as functions from '../src/index.ts';
import { timeLookup, timeOnWasm } from './builtins_ops.mjs';

globalThis.run = (backend, rounds) => {
  if (backend !== 'wasm') return timeLookup({ tf, functions }, backend, rounds);
  setWasmPaths('/tfjs/');
  setThreadsCount(1);
  return timeOnWasm({ tf, functions }, rounds);
};
