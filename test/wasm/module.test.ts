/** The package's WebAssembly module: the calls that it serves, its bits, and when it cannot be used. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { findExtremes } from '../../kernels/call/bounds.js';
import { OPS } from '../../kernels/call/ops.js';
import { planCall } from '../../kernels/call/plan.js';
import { asWasmBackend, heapMemory } from '../../kernels/wasm/heap.js';
import { moduleOf } from '../../kernels/wasm/module.js';
import type { Module } from '../../kernels/wasm/module.js';
import { extremesIn, moduleLoops } from '../../kernels/wasm/loops.js';
import { testRandomly } from '../support/seed.js';
import { heap, packageModule, useWasm, wasmBackend } from './backend.js';
import { expectSameBits, randomCall } from './calls.js';
import { REDUCTIONS } from '../support/oracle_words.js';

useWasm();

type Numeric = 'float32' | 'int32' | 'bool';

/** The module, and the functions that it has run. */
function watched(): { module: Module; walked: string[] } {
  const module = packageModule();
  const walked: string[] = [];
  const walks: Module['walks'] = {};
  for (const [name, walk] of Object.entries(module.walks)) {
    walks[name] = (call) => {
      walk?.(call);
      walked.push(name);
    };
  }
  return { module: { ...module, walks }, walked };
}

/** Returns the functions of the module that run a scatter's six sites when it combines, and when it fills. */
function served(dtype: Numeric, reduction: string, depth: number, slice: number[]): string[] {
  const { module, walked } = watched();
  const backend = asWasmBackend(wasmBackend());
  tf.tidy(() => {
    const data = tf.ones([4, 3, 2, 2, 1, 3, 2].slice(0, depth).concat(slice), dtype);
    // Negative, because the module resolves these too.
    const indices = tf.fill([6, depth], -1, 'int32');
    const updates = tf.ones([6, ...slice], dtype);
    const plan = planCall(OPS.ScatterND, { data, indices, updates }, { reduction });
    const memory = heapMemory(backend, module.copy);
    const loops = moduleLoops(module);
    const [addressed, sites, values] = [data, indices, updates].map((x) => memory.read(x));
    if (!(sites instanceof Int32Array) || Array.isArray(addressed) || Array.isArray(values)) {
      throw new Error('numbers were read as something else');
    }
    if (!plan.target) throw new Error('the plan is not one of a scatter');
    const at = { end: plan.target, indices: sites };
    loops.combine(plan.combination, at, values, addressed);
    loops.fill(at, 7, addressed);
  });
  return walked;
}

describe('what the module serves', () => {
  const dtypes = ['float32', 'int32'] as const;
  test.each(dtypes.flatMap((dtype) => REDUCTIONS.map((reduction) => [dtype, reduction] as const)))(
    '%s, %s: singles and slices at one index, and at up to six, which become offsets',
    (dtype, reduction) => {
      for (const [slice, kind] of [
        [[], 'Singles'],
        [[5], 'Rows'],
      ] as const) {
        const combines = expect.stringMatching(new RegExp(`^[a-z]+[FI]?${kind}$`)) as unknown;
        const fills = `fill${kind}`;
        expect(served(dtype, reduction, 1, [...slice])).toEqual([combines, fills]);
        for (const depth of [2, 3, 6]) {
          const walked = ['offsets', combines, 'offsets', fills];
          expect(served(dtype, reduction, depth, [...slice])).toEqual(walked);
        }
      }
    },
  );

  test('not bool, seven indices, no indices or empty slices', () => {
    expect(served('bool', 'add', 1, [])).toEqual([]);
    expect(served('float32', 'add', 7, [])).toEqual([]);
    expect(served('float32', 'add', 0, [5])).toEqual([]);
    expect(served('float32', 'add', 1, [0])).toEqual([]);
  });
});

testRandomly('the module, the views and the cpu backend give the same bits', 600, (draw) => {
  expectSameBits(randomCall(draw));
  return Promise.resolve();
});

/** Where to put an extreme: the other indices are between 0 and 9. */
const EXTREMES = [-(2 ** 31), -1, 10, 2 ** 31 - 1];

test.each([1, 2, 3, 4, 5])('extremes of %i indices in a tuple: as on the host', (width) => {
  const wasm = heap();
  const find = extremesIn(packageModule());
  // The module reads four indices at a time.
  for (let tuples = 1; tuples <= 9; tuples++) {
    const length = tuples * width;
    const at = wasm._malloc(length * 4);
    const indices = new Int32Array(wasm.HEAPU8.buffer, at, length);
    for (let changed = 0; changed < length; changed++) {
      for (const extreme of EXTREMES) {
        for (let i = 0; i < length; i++) indices[i] = (i * 7) % 10;
        indices[changed] = extreme;
        expect(find(indices, width)).toEqual(findExtremes(indices, width));
      }
    }
    wasm._free(at);
  }
});

describe('without the module', () => {
  /** A backend with another object as tfjs' module, for which no module of the package is cached. */
  const another = (changes: object) => {
    const { wasm } = asWasmBackend(wasmBackend());
    const shown = { ...wasm, HEAPU8: wasm.HEAPU8, asm: wasm.asm, ...changes };
    return moduleOf({ ...asWasmBackend(wasmBackend()), wasm: shown });
  };

  test('the backend has a module at first', () => {
    expect(another({})).not.toBeNull();
  });

  test('none is made for a memory that is hidden or of another type', () => {
    expect(another({ asm: undefined })).toBeNull();
    expect(another({ asm: {} })).toBeNull();
    expect(another({ asm: { memory: new WebAssembly.Memory({ initial: 1 }) } })).toBeNull();
  });

  test.each([
    ['an engine without SIMD', new WebAssembly.CompileError('invalid opcode')],
    [
      'an old limit on synchronous compilation',
      new RangeError('WebAssembly.Compile is disallowed'),
    ],
    ['a Content-Security-Policy', new EvalError('Refused to compile or instantiate')],
  ])('with %s none is made, silently, and there is only one attempt', (_, refusal) => {
    const warn = jest.spyOn(console, 'warn');
    const compile = jest.spyOn(WebAssembly, 'Module').mockImplementation(() => {
      throw refusal;
    });
    const { wasm } = asWasmBackend(wasmBackend());
    const backend = { ...asWasmBackend(wasmBackend()), wasm: { ...wasm } };
    expect(moduleOf(backend)).toBeNull();
    expect(moduleOf(backend)).toBeNull();
    expect(compile).toHaveBeenCalledTimes(1);
    expect(warn).not.toHaveBeenCalled();
    compile.mockRestore();
    warn.mockRestore();
  });
});
