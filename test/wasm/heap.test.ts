/** The kernels in the wasm backend's heap: growth, reused memory, and errors. */
import * as tf from '@tensorflow/tfjs';
import { gatherElements, gatherND, scatterElements, scatterND } from 'tfjs-gather-scatter';
import {
  allocationsOf,
  expectNoLeak,
  heap,
  useWasm,
  wasmBackend,
  whileGrowing,
} from './backend.js';

useWasm();

const data = () => tf.tensor1d([1, 2, 3, 4]);
const indices = (values = [3, 0]) => tf.tensor1d(values, 'int32');
const updates = () => tf.tensor1d([10, 20]);
const MEAN_OF_UPDATES = { reduction: 'mean', includeSelf: false } as const;

/** Prepares inputs on cpu, in a scope that the caller must end, and returns to wasm. */
async function preparedOnCpu<T>(prepare: () => T): Promise<T> {
  await tf.setBackend('cpu');
  tf.engine().startScope();
  const prepared = prepare();
  await tf.setBackend('wasm');
  return prepared;
}

/** An op of each kind; its inputs are made before the call. */
const CALLS: [name: string, prepare: () => () => tf.Tensor, expected: number[]][] = [
  [
    'gather',
    () => {
      const inputs = [data(), indices()] as const;
      return () => gatherElements(...inputs);
    },
    [4, 1],
  ],
  [
    'scatter',
    () => {
      const inputs = [data(), indices(), updates()] as const;
      return () => scatterElements(...inputs, { reduction: 'add' });
    },
    [21, 2, 3, 14],
  ],
];

describe.each(CALLS)('a %s', (_, prepare, expected) => {
  test('survives a heap that grows for its output', () => {
    tf.tidy(() => {
      const call = prepare();
      const before = heap().HEAPU8.length;
      const y = whileGrowing(call);
      expect(heap().HEAPU8.length).toBeGreaterThan(before);
      expect([...y.dataSync()]).toEqual(expected);
    });
  });

  test('survives a heap that grows for inputs from another backend', async () => {
    const call = await preparedOnCpu(prepare);
    const y = whileGrowing(call);
    expect([...y.dataSync()]).toEqual(expected);
    tf.engine().endScope();
  });

  test('allocates only its output in the heap', () => {
    tf.tidy(() => {
      const call = prepare();
      const allocations = allocationsOf(() => {
        call();
      });
      expect(allocations).toEqual({ sizes: [4 * expected.length], left: 1 });
    });
  });

  test('copies values out of the heap only if a flag asks for it', () => {
    tf.tidy(() => {
      const call = prepare();
      const read = jest.spyOn(wasmBackend(), 'readSync');
      call();
      tf.env().set('GATHER_SCATTER_WASM', 'views');
      call();
      expect(read).not.toHaveBeenCalled();
      tf.env().set('GATHER_SCATTER_WASM', 'host');
      call();
      expect(read).toHaveBeenCalled();
      read.mockRestore();
    });
  });

  test('rejects an unknown value of the flag', () => {
    tf.env().set('GATHER_SCATTER_WASM', 'veiws');
    expect(() => gatherND([1, 2], [[1]])).toThrow(
      "gatherND: the flag GATHER_SCATTER_WASM is 'veiws', expected 'auto', 'views' or 'host'.",
    );
  });

  test.each([
    ['returns no memory', 0],
    ['returns an address beyond its end', -8],
  ])('throws if the heap %s for its output, and leaks nothing', (_, address) => {
    tf.tidy(() => {
      const call = prepare();
      const before = wasmBackend().numDataIds();
      const free = jest.spyOn(heap(), '_free').mockImplementation(() => undefined);
      const malloc = jest.spyOn(heap(), '_malloc').mockReturnValueOnce(address);
      expect(call).toThrow(
        /^The wasm backend had no memory for a tensor of \d+ bytes \(shape \[\d\], float32\); its heap has \d+ bytes and can grow to 4 GB\.$/,
      );
      malloc.mockRestore();
      free.mockRestore();
      expect(wasmBackend().numDataIds()).toBe(before);
      expect([...call().dataSync()]).toEqual(expected);
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
        expect(call).toThrow(/^The wasm backend had no memory for a tensor of 16 bytes/);
      });
    });
  });
});

describe('the kernels of gradients', () => {
  /** Both gradients of a max, from the kernel itself. */
  const call = (inputs: tf.NamedTensorMap) => () =>
    tf.engine().runKernel<tf.Tensor[]>('ScatterElementsGrad', inputs, { reduction: 'max' });
  const inputs = () => ({
    dy: tf.tensor1d([1, 10, 100, 1000]),
    data: data(),
    indices: indices(),
    updates: updates(),
    output: tf.tensor1d([20, 2, 3, 10]),
  });
  const expected = [
    [0, 10, 100, 0],
    [1000, 1],
  ];

  test('survive a growing heap, for outputs and for inputs from another backend', async () => {
    const run = await preparedOnCpu(() => call(inputs()));
    const gradients = whileGrowing(run);
    expect(gradients.map((gradient) => [...gradient.dataSync()])).toEqual(expected);
    tf.engine().endScope();
  });

  test('allocate the gradients and work space in the heap, and read nothing out of it', () => {
    tf.tidy(() => {
      const run = call(inputs());
      const read = jest.spyOn(wasmBackend(), 'readSync');
      const allocations = allocationsOf(run);
      expect(allocations).toEqual({ sizes: [16, 8, 16, 8, 8], left: 2 });
      expect(read).not.toHaveBeenCalled();
      read.mockRestore();
    });
  });

  test('leak nothing if the heap has no memory for the second', () => {
    tf.tidy(() => {
      const run = call(inputs());
      const before = wasmBackend().numDataIds();
      const allocate = heap()._malloc.bind(heap());
      const malloc = jest.spyOn(heap(), '_malloc');
      malloc.mockImplementationOnce(allocate).mockReturnValueOnce(0);
      expect(run).toThrow(/^The wasm backend had no memory for a tensor of 8 bytes/);
      malloc.mockRestore();
      expect(wasmBackend().numDataIds()).toBe(before);
    });
  });
});

test.each([
  ['gather', () => gatherElements(data(), indices([3, 4]))],
  ['scatter', () => scatterElements(data(), indices([3, 4]), updates())],
  [
    'mean without its own value',
    () => scatterElements(data(), indices([3, 4]), updates(), MEAN_OF_UPDATES),
  ],
])('a %s with an index out of bounds leaks nothing', (_, call) => {
  expectNoLeak(() => {
    expect(() => tf.tidy(call)).toThrow('indices has the value 4 at [1]');
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

test.each(['none', 'add', 'mul', 'max', 'min', 'sub'] as const)(
  '%s counts any byte other than 0 as true, because tfjs may leave it in a bool',
  (reduction) => {
    tf.tidy(() => {
      const bool = (bytes: number[]) => tf.tensor1d(Uint8Array.from(bytes), 'bool');
      const [bytes, more] = [
        [2, 0, 253, 0, 1, 4],
        [0, 2, 7, 0, 253, 1, 16, 0],
      ];
      const sites = indices([0, 1, 2, 3, 4, 5, 5, 4]);
      const truth = (values: number[]) => bool(values.map((value) => Math.min(value, 1)));
      const call = (x: tf.Tensor1D, y: tf.Tensor1D) => [
        ...scatterElements(x, sites, y, { reduction }).dataSync(),
      ];
      expect(call(bool(bytes), bool(more))).toEqual(call(truth(bytes), truth(more)));
    });
  },
);
