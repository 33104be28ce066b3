/** Whose arrays a backend hands out when it reads a GPU. */
import type { BackendValues, DataId } from '@tensorflow/tfjs-core';
import { handOutCopies, hostValues, ownValues } from '../../kernels/gpu/handed_out.js';

interface DataRecord {
  values: BackendValues | null;
  onGpu: number[] | null;
}

/** A backend of one tensor. Like older releases of tfjs, it may free what it has read. */
class OneTensor {
  readonly records = new Map<DataId, DataRecord>();
  readonly id = {};
  constructor(
    readonly record: DataRecord,
    private readonly frees = false,
  ) {
    this.records.set(this.id, record);
  }

  readSync(): BackendValues {
    const { record } = this;
    record.values ??= Float32Array.from(record.onGpu ?? []);
    if (this.frees) record.onGpu = null;
    return record.values;
  }

  read(): Promise<BackendValues> {
    return Promise.resolve(this.readSync());
  }
}

const isOnGpu = ({ onGpu }: DataRecord) => onGpu !== null;

/** Returns what the host goes by. */
function known({ record }: OneTensor): number[] | null {
  const values = hostValues(record, isOnGpu(record));
  return values && Array.from(values as Float32Array);
}

/** Starts to guard a backend, and returns a function that reads the tensor. */
function guard(backend: OneTensor, way: 'read' | 'readSync'): () => Promise<Float32Array> {
  const reader: Parameters<typeof handOutCopies>[0] = backend;
  const records = {
    has: (id: DataId) => backend.records.has(id),
    get: () => backend.record,
  };
  for (let time = 0; time < 2; time++) handOutCopies(reader, records, isOnGpu);
  return async () => (await reader[way](backend.id)) as Float32Array;
}

describe.each(['read', 'readSync'] as const)('%s', (way) => {
  test('hands out copies of what is on the GPU', async () => {
    const backend = new OneTensor({ values: null, onGpu: [1, 2] });
    const read = guard(backend, way);
    expect(known(backend)).toBeNull();
    (await read()).fill(7);
    expect(known(backend)).toEqual([1, 2]);
    (await read()).fill(7);
    expect([...(await read())]).toEqual([1, 2]);
  });

  test('reads again what was read before', async () => {
    const backend = new OneTensor({ values: Float32Array.of(7, 7), onGpu: [1, 2] });
    const read = guard(backend, way);
    expect(known(backend)).toBeNull();
    expect([...(await read())]).toEqual([1, 2]);
    expect(known(backend)).toEqual([1, 2]);
  });

  test('hands out the only array of data that no GPU has', async () => {
    const values = Float32Array.of(1, 2);
    for (const frees of [false, true]) {
      const backend = new OneTensor({ values, onGpu: null }, frees);
      expect(await guard(backend, way)()).toBe(values);
    }
    const freed = new OneTensor({ values: null, onGpu: [1, 2] }, true);
    (await guard(freed, way)()).fill(7);
    expect(known(freed)).toEqual([7, 7]);
  });

  test('hands out copies of what the host took over', async () => {
    const backend = new OneTensor({ values: null, onGpu: null });
    const read = guard(backend, way);
    ownValues(backend.record, Float32Array.of(1, 2));
    (await read()).fill(7);
    expect(known(backend)).toEqual([1, 2]);
  });

  test('leaves data that it does not have to tfjs', async () => {
    const backend = new OneTensor({ values: Float32Array.of(1), onGpu: null });
    const read = guard(backend, way);
    backend.records.clear();
    expect([...(await read())]).toEqual([1]);
  });
});
