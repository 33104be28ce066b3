/** Indices out of bounds in the module: the results and gradients of the cpu backend, and nothing else is written. */
import * as tf from '@tensorflow/tfjs';
import { gatherND, scatterND } from 'tfjs-gather-scatter';
import { asIndices, asNumbers } from '../../kernels/call/dtypes.js';
import { OPS } from '../../kernels/call/ops.js';
import { planCall } from '../../kernels/call/plan.js';
import { FIELDS } from '../../kernels/wasm/fields.js';
import { asWasmBackend, heapMemory } from '../../kernels/wasm/heap.js';
import { moduleLoops } from '../../kernels/wasm/loops.js';
import { reductionsOf } from '../support/oracle_words.js';
import { heap, packageModule, useWasm, wasmBackend } from './backend.js';

useWasm();

const SITES = 4100;
const ROWS = 37;
const WILD = [-1, ROWS, -ROWS - 1, 2 ** 31 - 1, -(2 ** 31)];

/** Pads every 500th site, those around the ends of blocks, the first and the last. */
const isPadded = (site: number) =>
  site % 500 === 499 || [0, 2047, 2048, 2049, SITES - 1].includes(site);

/** Tuples of `width` indices; the k-th of padded ones is out of bounds. */
const paddedIndices = (width: number, wild: (site: number) => number) =>
  Int32Array.from({ length: SITES * width }, (_, at) => {
    const site = Math.floor(at / width);
    const isLast = at % width === width - 1;
    return isLast && isPadded(site) ? wild(site) : (site * 13 + at) % ROWS;
  });

const numbers = (shape: number[], seed: number) =>
  tf.tidy(() =>
    tf
      .range(
        0,
        shape.reduce((size, n) => size * n, 1),
      )
      .mul(seed)
      .mod(17)
      .sub(8)
      .div(4)
      .reshape(shape),
  );

/** Returns the bits of a function's result and gradients on a backend. */
async function bitsOn(
  backend: string,
  op: (x: tf.Tensor, updates: tf.Tensor) => tf.Tensor,
  shapes: number[][],
): Promise<number[][]> {
  await tf.setBackend(backend);
  return tf.tidy(() => {
    const inputs = shapes.map((shape, i) => numbers(shape, 5 + 6 * i));
    const loss = (x: tf.Tensor, updates: tf.Tensor) => {
      const y = op(x, updates);
      return y.mul(numbers(y.shape, 3));
    };
    const [x, updates] = inputs;
    return [op(x, updates), ...tf.grads(loss)(inputs)].map((tensor) => {
      const { buffer, byteOffset, length } = tensor.toFloat().dataSync<'float32'>();
      return [...new Int32Array(buffer, byteOffset, length)];
    });
  });
}

const SLICES = [
  { title: 'single values', width: 1, data: [ROWS], slice: [] },
  { title: 'rows of 5', width: 1, data: [ROWS], slice: [5] },
  { title: 'pairs', width: 2, data: [ROWS, ROWS], slice: [] },
];

describe.each(SLICES)('$title', ({ width, data, slice }) => {
  const tuples = () =>
    tf.tensor2d(
      paddedIndices(width, (site) => WILD[site % WILD.length]),
      [SITES, width],
    );
  const shapes = [
    [...data, ...slice],
    [SITES, ...slice],
  ];

  const policies = ['drop', 'clamp'] as const;
  const scatters = policies.flatMap((outOfBounds) =>
    reductionsOf('float32').flatMap((reduction) =>
      [true, false].map((includeSelf) => ({ outOfBounds, reduction, includeSelf }) as const),
    ),
  );
  test.each(scatters)('scatterND, %j', async (options) => {
    const op = (x: tf.Tensor, updates: tf.Tensor) => scatterND(x, tuples(), updates, options);
    expect(await bitsOn('wasm', op, shapes)).toEqual(await bitsOn('cpu', op, shapes));
  });

  test.each([{ outOfBounds: 'drop', fill: -3 }, { outOfBounds: 'clamp' }] as const)(
    'gatherND, %j',
    async (options) => {
      const op = (x: tf.Tensor) => gatherND(x, tuples(), options);
      const [data] = shapes;
      expect(await bitsOn('wasm', op, [data])).toEqual(await bitsOn('cpu', op, [data]));
    },
  );

  test('an error is thrown for the first index out of bounds', async () => {
    await tf.setBackend('wasm');
    tf.tidy(() => {
      const indices = paddedIndices(width, () => ROWS);
      const at = [0, width - 1].join(', ');
      const data = numbers(shapes[0], 1);
      const call = () => gatherND(data, tf.tensor2d(indices, [SITES, width]));
      const before = wasmBackend().numDataIds();
      expect(call).toThrow(`gatherND: indices has the value ${ROWS} at [${at}]`);
      // The tensor of indices.
      expect(wasmBackend().numDataIds()).toBe(before + 1);
    });
  });
});

test.each(SLICES)(
  '$title: only the output and the fields of the call are written',
  async (layout) => {
    const { width, data: rows, slice } = layout;
    await tf.setBackend('wasm');
    tf.tidy(() => {
      const module = packageModule();
      const data = numbers([...rows, ...slice], 2);
      const wild = paddedIndices(width, (site) => WILD[site % WILD.length]);
      const indices = tf.tensor2d(wild, [SITES, width]);
      const updates = numbers([SITES, ...slice], 3);
      const options = { outOfBounds: 'drop', reduction: 'max' };
      const { target: end } = planCall(OPS.ScatterND, { data, indices, updates }, options);
      if (!end) throw new Error('the plan is not one of a scatter');
      const memory = heapMemory(asWasmBackend(wasmBackend()), module.copy);
      const [out, values] = [data, updates].map((tensor) => asNumbers(memory.read(tensor)));
      const sites = { end, indices: asIndices(memory.read(indices)) };
      const before = heap().HEAPU8.slice();
      moduleLoops(module).combine('max', sites, values, out);
      const after = heap().HEAPU8;
      // A block of offsets follows the fields.
      const isExpected = (at: number) =>
        (at >= out.byteOffset && at < out.byteOffset + out.byteLength) ||
        (at >= module.call && at < module.call + 2 * FIELDS * 4 + 2048 * 4);
      expect(before.findIndex((value, at) => after[at] !== value && !isExpected(at))).toBe(-1);
    });
  },
);
