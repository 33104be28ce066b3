/**
 * Arrays of values that tfjs keeps beside what is on a GPU. It hands them out, and whoever reads a tensor may write into
 * its array. So what the host goes by are arrays that nobody else has: readers get copies of these.
 */
import type { BackendValues, DataId, KernelBackend } from '@tensorflow/tfjs-core';

type Reader = Pick<KernelBackend, 'read' | 'readSync'>;

/** tfjs' record of some data. */
interface DataRecord {
  values?: BackendValues | null;
}

interface Records<Kept extends DataRecord> {
  has(dataId: DataId): boolean;
  get(dataId: DataId): Kept;
}

const owned = new WeakMap<DataRecord, BackendValues>();

/** Sets the values of a record to an array that nobody else has. */
export function ownValues(record: DataRecord, values: BackendValues): void {
  record.values = values;
  owned.set(record, values);
}

const ownsValues = (record: DataRecord): boolean => owned.get(record) === record.values;

/** Returns a record's values; null if there are none, or if they may differ from those on the GPU. */
export function hostValues(record: DataRecord, isOnGpu: boolean): BackendValues | null {
  return isOnGpu && !ownsValues(record) ? null : (record.values ?? null);
}

const guarded = new WeakSet<Reader>();

/** Lets a backend hand out copies of the values that the host goes by. Other arrays, of data that no GPU has, are the data. */
export function handOutCopies<Kept extends DataRecord>(
  backend: Reader,
  records: Records<Kept>,
  isOnGpu: (record: Kept) => boolean,
): void {
  if (guarded.has(backend)) return;
  guarded.add(backend);
  const [read, readSync] = [backend.read.bind(backend), backend.readSync.bind(backend)];
  const before = (dataId: DataId) => {
    const record = records.has(dataId) ? records.get(dataId) : null;
    // Read before this function was called.
    if (record && isOnGpu(record) && !ownsValues(record)) Object.assign(record, { values: null });
    return record;
  };
  const after = (values: BackendValues, record: Kept | null) => {
    if (!record || record.values !== values) return values;
    // Older releases of tfjs free the data on the GPU here: then the array is the tensor.
    if (isOnGpu(record)) ownValues(record, values);
    return ownsValues(record) ? values.slice() : values;
  };
  backend.readSync = (dataId) => {
    const record = before(dataId);
    return after(readSync(dataId), record);
  };
  backend.read = async (dataId) => {
    const record = before(dataId);
    return after(await read(dataId), record);
  };
}
