/** The kernels in the wasm backend's heap: growth, reused memory, and errors. */
import * as tf from '@tensorflow/tfjs';
import { gatherElements, gatherND, scatterElements, scatterND } from 'tfjs-gather-scatter';
import { COMBINE } from '../../kernels/call/ops.js';
import { titled } from '../support/rows.js';
import {
  allocationsOf,
  expectNoLeak,
  heap,
  setUpAgain,
  useWasm,
  wasmBackend,
  whileGrowing,
} from './backend.js';

useWasm();

const data = () => tf.tensor1d([1, 2, 3, 4]);
const indices = (values = [3, 0]) => tf.tensor1d(values, 'int32');
const updates = () => tf.tensor1d([10, 20]);
const MEAN_OF_UPDATES = { reduction: 'mean', includeSelf: false } as const;

/** A gather that divides, and reads 0 where tensors differ. */
const changed = (last = 3) => {
  const inputs = {
    data: data(),
    indices: tf.tensor2d([1, 1, last], [3, 1], 'int32'),
    over: tf.tensor1d([4, 0, 8]),
    sourceLike: tf.tensor1d([5, 6, 7, NaN]),
    targetLike: tf.tensor1d([6, 5, NaN]),
  };
  return () => [tf.engine().runKernel<tf.Tensor>(COMBINE, inputs, { op: 'GatherND' })];
};

type Call = () => tf.Tensor[];

/** Calls, whose inputs are made before, their results, and the bytes of results and work space. */
const CALLS = titled<[prepare: () => Call, expected: number[][], sizes: number[]]>({
  'a gather': [
    () => {
      const inputs = [data(), indices()] as const;
      return () => [gatherElements(...inputs)];
    },
    [[4, 1]],
    [8],
  ],
  'a scatter': [
    () => {
      const inputs = [data(), indices(), updates()] as const;
      return () => [scatterElements(...inputs, { reduction: 'add' })];
    },
    [[21, 2, 3, 14]],
    [16],
  ],
  'a gather that changes what it reads': [changed, [[0.5, 0, 0.5]], [12, 12]],
  'a scatter of one number': [
    () => {
      const inputs = { data: data(), indices: indices() };
      const attrs = { op: 'ScatterElements', reduction: 'add', constant: 5 };
      return () => [tf.engine().runKernel<tf.Tensor>(COMBINE, inputs, attrs)];
    },
    [[6, 2, 3, 9]],
    [16, 8],
  ],
});

const valuesOf = (results: tf.Tensor[]) => results.map((result) => [...result.dataSync()]);

describe.each(CALLS)('%s', (_, prepare, expected, sizes) => {
  // A heap of 4 GB cannot grow further.
  beforeAll(setUpAgain);

  test('survives a heap that grows for outputs', () => {
    tf.tidy(() => {
      const call = prepare();
      const before = heap().HEAPU8.length;
      const results = whileGrowing(call);
      expect(heap().HEAPU8.length).toBeGreaterThan(before);
      expect(valuesOf(results)).toEqual(expected);
    });
  });

  test('survives a heap that grows for inputs from another backend', async () => {
    await tf.setBackend('cpu');
    tf.engine().startScope();
    const call = prepare();
    await tf.setBackend('wasm');
    expect(valuesOf(whileGrowing(call))).toEqual(expected);
    tf.engine().endScope();
  });

  test('allocates only outputs and work space in the heap', () => {
    tf.tidy(() => {
      expect(allocationsOf(prepare())).toEqual({ sizes, left: expected.length });
    });
  });

  test('copies no values out of the heap', () => {
    tf.tidy(() => {
      const call = prepare();
      const read = jest.spyOn(wasmBackend(), 'readSync');
      call();
      tf.env().set('GATHER_SCATTER_WASM', 'views');
      call();
      expect(read).not.toHaveBeenCalled();
      read.mockRestore();
    });
  });

  test.each([
    ['returns no memory', 0],
    ['returns an address beyond its end', -8],
  ])('throws if the heap %s, and leaks nothing', (_, address) => {
    tf.tidy(() => {
      const call = prepare();
      const before = wasmBackend().numDataIds();
      const allocate = heap()._malloc.bind(heap());
      sizes.forEach((_, allocated) => {
        const free = jest.spyOn(heap(), '_free').mockImplementation(() => undefined);
        const malloc = jest.spyOn(heap(), '_malloc');
        for (let i = 0; i < allocated; i++) malloc.mockImplementationOnce(allocate);
        malloc.mockReturnValueOnce(address);
        expect(call).toThrow(
          /^The wasm backend had no memory for a tensor of \d+ bytes \(shape \[\d\], float32\); its heap has \d+ bytes and can grow to 4 GB\.$/,
        );
        malloc.mockRestore();
        free.mockRestore();
        expect(wasmBackend().numDataIds()).toBe(before);
      });
      expect(valuesOf(call())).toEqual(expected);
    });
  });

  test('reports that the heap had no memory for an input', () => {
    tf.tidy(() => {
      const malloc = jest.spyOn(heap(), '_malloc').mockReturnValue(0);
      const write = jest.spyOn(heap().HEAPU8, 'set').mockImplementation(() => undefined);
      const call = prepare();
      write.mockRestore();
      malloc.mockRestore();
      expectNoLeak(() => {
        expect(call).toThrow(/^The wasm backend had no memory for a tensor of \d+ bytes/);
      });
    });
  });
});

test('an unknown value of the flag is rejected', () => {
  tf.env().set('GATHER_SCATTER_WASM', 'veiws');
  expect(() => gatherND([1, 2], [[1]])).toThrow(
    "gatherND: the flag GATHER_SCATTER_WASM is 'veiws', expected 'auto' or 'views'.",
  );
});

test.each<[string, () => tf.Tensor | tf.Tensor[]]>([
  ['gather', () => gatherElements(data(), indices([3, 4]))],
  ['scatter', () => scatterElements(data(), indices([3, 4]), updates())],
  [
    'mean without its own value',
    () => scatterElements(data(), indices([3, 4]), updates(), MEAN_OF_UPDATES),
  ],
  ['gather that changes what it reads', () => changed(4)()],
])('a %s with an index out of bounds leaks nothing', (_, call) => {
  expectNoLeak(() => {
    expect(() => tf.tidy(call)).toThrow(/indices has the value 4 at \[[12]/);
  });
});

test('dropped sites read 0 in memory that was used before', () => {
  tf.tidy(() => {
    const [x, bad] = [tf.range(0, 999), tf.fill([777], -1000, 'int32')];
    tf.fill([777], 7).dispose();
    const y = gatherND(x, tf.expandDims(bad, 1), { outOfBounds: 'drop' });
    expect(new Set(y.dataSync())).toEqual(new Set([0]));
  });
});

test('reused memory starts from data', () => {
  tf.tidy(() => {
    const [x, sites] = [tf.ones([777]), tf.zeros([0, 1], 'int32')];
    tf.fill([777], 7).dispose();
    const y = scatterND(x, sites, tf.zeros([0]));
    expect(new Set(y.dataSync())).toEqual(new Set([1]));
  });
});
