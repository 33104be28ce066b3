/** The memory of a call: its output and a few blocks; a mean also has a number for each slice, and one for each site. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { unsortedSegmentMax } from 'tfjs-gather-scatter/segment';
import { allocationsOf, heap, useWasm, wasmBackend } from './backend.js';
import { NUMBERS, reductionsOf } from '../support/oracle_words.js';

useWasm();

const SIZE = 2 ** 17;
const PLANE = [512, 256];
const ROWS = [2048, 64];

const SHAPES = [
  { op: 'Elements', data: PLANE, indices: PLANE, updates: PLANE },
  { op: 'ND', data: ROWS, indices: [2048, 1], updates: ROWS },
  { op: 'ND', data: PLANE, indices: [SIZE, 2], updates: [SIZE] },
];

/** Blocks of 8 kB, and small objects. */
const FEW_BLOCKS = 5 * 2 ** 13;

/** The heap allocations of a kernel call, and the bytes of arrays outside the heap. */
function memoryOf(
  kernel: string,
  { data, indices, updates }: (typeof SHAPES)[0],
  dtype: tf.DataType,
  attrs: object,
) {
  const backend = wasmBackend();
  const { kernelFunc } = tf.getKernel(kernel, 'wasm');
  // Some are out of bounds, which takes another path.
  const ids = Int32Array.from({ length: indices[0] * indices[1] }, (_, i) => i % (data[0] + 1));
  return tf.tidy(() => {
    const inputs = {
      data: tf.fill(data, 1, dtype),
      indices: tf.tensor(ids, indices, 'int32'),
      ...(kernel.startsWith('Scatter') && { updates: tf.fill(updates, 1, dtype) }),
    };
    let outside = 0;
    const heap = allocationsOf(() => {
      const before = process.memoryUsage().arrayBuffers;
      const output = kernelFunc({ inputs, attrs: { ...attrs, outOfBounds: 'drop' }, backend });
      outside = process.memoryUsage().arrayBuffers - before;
      if (!Array.isArray(output)) backend.disposeData(output.dataId);
    });
    return { heap, outside };
  });
}

describe.each(['auto', 'views'])('a call with the strategy %j allocates only its output', (way) => {
  const given = SHAPES.flatMap((shapes) =>
    ['Gather', 'Scatter'].flatMap((kind) =>
      NUMBERS.map((dtype) => [`${kind}${shapes.op}`, shapes.data, dtype, shapes] as const),
    ),
  );
  test.each(given)('%s of %j, %s', (kernel, data, dtype, shapes) => {
    tf.env().set('GATHER_SCATTER_WASM', way);
    const bytes = SIZE * (dtype === 'bool' ? 1 : 4);
    const counts = 4 * (data === ROWS ? ROWS[0] : SIZE);
    const attributes: { reduction?: string; includeSelf?: boolean }[] = kernel.startsWith('Gather')
      ? [{}]
      : reductionsOf(dtype).flatMap((reduction) => [
          { reduction },
          { reduction, includeSelf: false },
        ]);
    for (const attrs of attributes) {
      const { heap, outside } = memoryOf(kernel, shapes, dtype, attrs);
      // A mean also has counts, and a one for each site.
      const sizes = attrs.reduction === 'mean' ? [bytes, counts, counts] : [bytes];
      expect(heap).toEqual({ sizes, left: 0 });
      expect(outside).toBeLessThan(FEW_BLOCKS + (attrs.reduction === 'mean' ? counts : 0));
    }
  });
});

test.each([
  ['the heap cannot have', 2 ** 23 + 1, null],
  ['the heap does not have', 1000, 0],
])('segments that %s room for are refused, and nothing is written', (_, count, address) => {
  tf.tidy(() => {
    const [x, ids] = [tf.ones([2, 128]), tf.tensor1d([0, 1], 'int32')];
    // No allocation has address 0.
    const before = heap().HEAPU8.slice(0, 4096);
    const malloc = jest.spyOn(heap(), '_malloc');
    if (address !== null) malloc.mockReturnValue(address);
    const refused = expect(() => unsortedSegmentMax(x, ids, count));
    refused.toThrow(
      `unsortedSegmentMax: numSegments is ${count}, which needs ${count * 128} values (shape [${count}, 128]), ` +
        'expected fewer: the heap of the wasm backend has ',
    );
    malloc.mockRestore();
    expect(heap().HEAPU8.slice(0, 4096)).toEqual(before);
  });
});
