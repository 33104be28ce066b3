/** Runs in a page with tfjs' wasm backend, whose modules come from the page's origin. */
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as ops from 'tfjs-gather-scatter';
import { asWasmBackend } from '../../../kernels/wasm/heap.js';
import { moduleOf } from '../../../kernels/wasm/module.js';
import type { PageGlobals } from './globals.js';
import { run, runBuiltins } from './run_all.js';
import { fromText, toText } from './wire.js';

type Names = 'start' | 'run' | 'runBuiltins' | 'toText' | 'fromText' | 'tf' | 'ops';

const globals: Pick<PageGlobals, Names> = {
  async start(flags) {
    for (const [name, value] of Object.entries(flags)) {
      if (value !== undefined) tf.env().set(name, value);
    }
    setWasmPaths(`${location.origin}/`);
    await tf.setBackend('wasm');
    const backend = asWasmBackend(tf.backend());
    return {
      backend: tf.getBackend(),
      hasThreads: backend.wasm.HEAPU8.buffer[Symbol.toStringTag] === 'SharedArrayBuffer',
      hasModule: moduleOf(backend) !== null,
    };
  },
  run,
  runBuiltins,
  toText,
  fromText,
  tf,
  ops,
};

Object.assign(globalThis, globals);
