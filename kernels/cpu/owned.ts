/**
 * Which arrays of the cpu backend belong to a single tensor. tfjs counts the tensors of a record, but not who else has the
 * record's array: the caller who made the tensor of it, a caller of dataSync, and records of slices, which are views. So an
 * array belongs to a tensor only if a scatter made it for a variable, and nobody has got it since: the backend's two ways
 * of handing it out are watched from the first such array on.
 */
import type { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';

import type { Numbers } from '../call/dtypes.js';
import { shared } from '../tfjs/copies.js';
import type { AnyBackend } from '../tfjs/seam.js';

type Watchable = AnyBackend & Pick<MathBackendCPU, 'data' | 'bufferSync'>;

const { owned, watched } = shared('owned', () => ({
  owned: new WeakSet(),
  watched: new WeakSet(),
}));

export function isOwned({ buffer }: Numbers): boolean {
  return owned.has(buffer);
}

/** Notes that the array of a record belongs to its tensor alone. */
export function own({ buffer }: Numbers, backend: Watchable): void {
  watch(backend);
  owned.add(buffer);
}

function watch(backend: Watchable): void {
  if (watched.has(backend)) return;
  watched.add(backend);
  const { data } = backend;
  const release = (values: unknown) => {
    if (ArrayBuffer.isView(values)) owned.delete(values.buffer);
  };
  // The array of every record passes here, also that of a slice.
  const set = data.set.bind(data);
  data.set = (dataId, record) => {
    release(record.values);
    set(dataId, record);
  };
  // tfjs' kernels take the array in a buffer, and let go of it.
  let inKernel = 0;
  const readSync = backend.readSync.bind(backend);
  backend.readSync = (dataId) => {
    const values = readSync(dataId);
    if (inKernel === 0) release(values);
    return values;
  };
  const bufferSync = backend.bufferSync.bind(backend);
  backend.bufferSync = (tensor) => {
    inKernel++;
    try {
      return bufferSync(tensor);
    } finally {
      inKernel--;
    }
  };
}
