/** The package's WebAssembly module: the calls that it serves, its bits, and when it cannot be used. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { findExtremes } from '../../kernels/call/index_ranges.js';
import { OPS } from '../../kernels/call/ops.js';
import { indexedEndOf, planCall } from '../../kernels/call/plan.js';
import { combinationOf } from '../../kernels/call/reductions.js';
import { asWasmBackend, heapMemory } from '../../kernels/wasm/heap.js';
import { moduleOf } from '../../kernels/wasm/module.js';
import type { Module } from '../../kernels/wasm/module.js';
import { extremesIn, moduleLoops } from '../../kernels/wasm/module_loops.js';
import { testRandomly } from '../support/seed.js';
import { heap, packageModule, useWasm, wasmBackend } from './backend.js';
import { expectSameBits, outcomeOf, randomCall } from './calls.js';
import type { KernelCall } from './calls.js';
import { REDUCTIONS } from '../support/oracle_words.js';

useWasm();

type Numeric = 'float32' | 'int32' | 'bool';

/** The module, and how many sites each call of its functions handled. */
function watched(): { module: Module; walked: number[] } {
  const module = packageModule();
  const walked: number[] = [];
  const walks: Module['walks'] = {};
  for (const [name, walk] of Object.entries(module.walks)) {
    walks[name] = (call) => {
      const done = walk?.(call) ?? 0;
      walked.push(done);
      return done;
    };
  }
  return { module: { ...module, walks }, walked };
}

/** Returns how many of a scatter's six sites each call of the module handles when it combines, and when it fills. */
function served(dtype: Numeric, reduction: string, depth: number, slice: number[]): number[] {
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
    const at = { end: indexedEndOf(plan), indices: sites };
    loops.combine(combinationOf(plan.attributes, dtype), at, values, addressed);
    loops.fill(at, 7, addressed);
  });
  return walked;
}

describe('what the module serves', () => {
  const dtypes = ['float32', 'int32'] as const;
  test.each(dtypes.flatMap((dtype) => REDUCTIONS.map((reduction) => [dtype, reduction] as const)))(
    '%s, %s: singles and slices at one index, and at up to six, which become offsets',
    (dtype, reduction) => {
      for (const slice of [[], [5]]) {
        expect(served(dtype, reduction, 1, slice)).toEqual([6, 6]);
        for (const depth of [2, 3, 6])
          expect(served(dtype, reduction, depth, slice)).toEqual([6, 6, 6, 6]);
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

/** Sites in lines, with one in `period` out of bounds: the host's loops handle those blocks. */
function withBadSites(shape: number[], axis: number, period: number): KernelCall[] {
  const size = shape.reduce((product, length) => product * length, 1);
  const ids = Array.from({ length: size }, (_, i) =>
    i % (period + 1) === period ? 9999 : (i * 7919) % shape[axis],
  );
  const values = tf.range(0, size).reshape(shape);
  const indices = tf.tensor(ids, shape, 'int32');
  const attrs = { axis, outOfBounds: 'drop' };
  const sum = { ...attrs, reduction: 'add' };
  const scattered = { data: tf.ones(shape), indices, updates: values };
  return [
    { kernel: 'ScatterElements', inputs: scattered, attrs: sum },
    { kernel: 'ScatterElements', inputs: scattered, attrs: { ...sum, includeSelf: false } },
    { kernel: 'GatherElements', inputs: { data: values, indices }, attrs },
  ];
}

function expectSameOutcomes(calls: KernelCall[]): void {
  for (const call of calls) {
    // Makes the gather's output reuse memory with values that it must overwrite.
    tf.fill(call.inputs.indices.shape, 7).dispose();
    const found = outcomeOf('wasm', 'auto', call);
    expect(found).toEqual(outcomeOf('cpu', 'auto', call));
    expect(found).toBeInstanceOf(Int32Array);
  }
  for (const { inputs } of calls) tf.dispose(inputs);
}

test.each([
  [[10_000], 0, 1],
  [[10_000], 0, 2048],
  [[3, 5000], 0, 3],
  [[3, 5000], 1, 2047],
  [[5, 3, 700], 1, 2049],
  [[3000, 5], 0, 5000],
])('sites %j along axis %i are each visited once, the bad one after %i others', (...given) => {
  expectSameOutcomes(withBadSites(...given));
});

/** Tuples of several indices in batches, with one tuple in `period` out of bounds on its last axis. */
function withBadTuples(
  sites: number[],
  depth: number,
  slice: number,
  period: number,
): KernelCall[] {
  const batches = sites.slice(0, -1);
  const sizes = [5, 3, 4, 2, 3, 2].slice(0, depth);
  const count = sites.reduce((product, length) => product * length, 1);
  const ids = Array.from({ length: count * depth }, (_, at) => {
    const [site, k] = [Math.floor(at / depth), at % depth];
    const isBad = site % (period + 1) === period && k === depth - 1;
    return isBad ? sizes[k] : ((site * 7919 + k) % (2 * sizes[k])) - sizes[k];
  });
  const indices = tf.tensor(ids, [...sites, depth], 'int32');
  const data = tf.randomUniform([...batches, ...sizes, slice]);
  const updates = tf.randomUniform([...sites, slice]);
  const attrs = { batchDims: batches.length, outOfBounds: 'drop' };
  return [
    { kernel: 'GatherND', inputs: { data, indices }, attrs },
    {
      kernel: 'ScatterND',
      inputs: { data, indices, updates },
      attrs: { ...attrs, reduction: 'add' },
    },
  ];
}

test.each(
  [1, 3].flatMap((slice) =>
    [2, 3, 6].flatMap(
      (depth) =>
        [
          [[10_000], depth, slice, 1],
          [[4097], depth, slice, 4096],
          [[6000], depth, slice, 2049],
          [[3, 5000], depth, slice, 2048],
          [[700, 5], depth, slice, 2047],
          [[5, 3, 700], depth, slice, 20_000],
        ] as const,
    ),
  ),
)('tuples at sites %j, of %i indices, in slices of %i, the bad one after %i others', (...given) => {
  const [sites, ...rest] = given;
  expectSameOutcomes(withBadTuples([...sites], ...rest));
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
