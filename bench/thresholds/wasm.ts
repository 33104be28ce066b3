/**
 * The thresholds of kernels/wasm/assembly/thresholds.js, in calls that write or read 4 MB. They are
 * compiled into the package's module, so each setting has its own module.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { asWasmBackend } from '../../kernels/wasm/backend.js';
import { moduleOf } from '../../kernels/wasm/module.js';
import type { Module } from '../../kernels/wasm/module.js';
import { gatherSlices, K, M, scatterSlices } from './calls.js';
import { offer, threshold } from './harness.js';

type Compile = (options: { thresholds: object }) => Promise<Uint8Array<ArrayBuffer>>;

const BYTES = 4;

const walks = new Map<string, Module['walks']>();

async function walksOf(thresholds: Readonly<Record<string, number>>): Promise<Module['walks']> {
  const { compileAssembly } = globalThis as typeof globalThis & { compileAssembly: Compile };
  const { wasm } = asWasmBackend(tf.backend());
  const memory = wasm.wasmMemory ?? wasm.asm?.memory;
  if (!memory) throw new Error('The wasm backend does not expose its memory.');
  // The module's integers are unsigned and have no infinity.
  const words = Object.entries(thresholds).map(([name, n]) => [name, Math.min(n, 2 ** 32 - 1)]);
  const bytes = await compileAssembly({ thresholds: Object.fromEntries(words) as object });
  const module = new WebAssembly.Module(bytes);
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Module['walks'];
}

const kB = (values: number[]) => values.map((value) => value * K);
const slices = (bytes: number) => M / (bytes / BYTES);

offer(
  {
    async start() {
      const file = createRequire(__filename).resolve('@tensorflow/tfjs-backend-wasm');
      setWasmPaths(`${dirname(file)}/`);
      await tf.setBackend('wasm');
    },
    async apply(thresholds) {
      const key = JSON.stringify(thresholds);
      const found = walks.get(key) ?? (await walksOf(thresholds));
      walks.set(key, found);
      const module = moduleOf(asWasmBackend(tf.backend()));
      if (!module) throw new Error('The engine rejected the module.');
      module.walks = found;
    },
  },
  [
    threshold(
      'TOUCHES_FROM',
      'bytes from the first place to the last',
      kB([8, 16, 32, 64, 256, 4 * K, 16 * K]),
      (reach) => scatterSlices(M, reach / BYTES + 1, 1, { reduction: 'none' }),
      { ways: ['not touched', 'touched first'] },
    ),
    threshold(
      'COPIES_FROM',
      'bytes in a slice, gathered',
      kB([1, 2, 4, 8, 16, 64]),
      (bytes) => gatherSlices(slices(bytes), bytes / BYTES),
      { ways: ['in vectors', 'by memory.copy'] },
    ),
    threshold(
      'COPIES_FROM',
      'bytes in a slice, written',
      kB([1, 2, 4, 8, 16, 64]),
      (bytes) => scatterSlices(slices(bytes), slices(bytes), bytes / BYTES, { reduction: 'none' }),
      { ways: ['in vectors', 'by memory.copy'] },
    ),
  ],
);
