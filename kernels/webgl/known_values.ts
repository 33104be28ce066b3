/** The values of indices that the host knows, although a texture may have taken them over; and those that are rounded. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asIndices, ofDtype } from '../call/dtypes.js';
import type { Indexed } from '../call/ends.js';
import { show, wrong } from '../call/errors.js';
import { indexedEndsOf, type Plan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import { handOutCopies, hostValues, ownValues } from '../gpu/handed_out.js';
import type { GpuValues } from '../gpu/known_values.js';
import {
  compilesOnly,
  hasHalfFloats,
  limits,
  type TextureRecord,
  type WebGLBackend,
} from './context.js';

/** A copy of indices, and tfjs' list of their texture's size, one for each upload; null while it has no texture. */
interface Copy {
  values: Int32Array;
  upload: object | null;
}

/** Copies by tfjs' record of the data: tfjs drops the values when it uploads them. */
const copies = new WeakMap<object, Copy>();

/** Returns the copy of indices, or null if their owner may have changed them since. */
function copyIn(record: TextureRecord): Int32Array | null {
  const copy = copies.get(record);
  if (!copy) return null;
  const { values } = copy;
  if (record.texture) {
    copy.upload ??= record.texShape ?? null;
    return copy.upload === record.texShape ? values : null;
  }
  // tfjs has dropped the texture, if there was one, and read the values back.
  const own = record.values;
  if (own !== values && !values.every((value, n) => value === own?.[n])) return null;
  ownValues(record, values);
  copy.upload = null;
  return values;
}

const isOnGpu = ({ texture }: TextureRecord): boolean => Boolean(texture);

export function gpuValues(backend: WebGLBackend): GpuValues {
  const { texData } = backend;
  handOutCopies<TextureRecord>(backend, texData, isOnGpu);
  return {
    dataOf({ dataId }) {
      const record = texData.get(dataId);
      // tfjs makes a list for each upload; it may take the texture itself from its pool again.
      return {
        record,
        upload: () => copyIn(record) ?? (record.texture && record.texShape) ?? null,
      };
    },
    onHost({ dataId, shape }) {
      const record = texData.get(dataId);
      const { slice } = record;
      if (!slice) return copyIn(record) ?? hostValues(record, isOnGpu(record));
      // tfjs sliced it from another tensor, and shares its texture and values.
      const { origDataId, flatOffset } = slice;
      const whole = texData.has(origDataId) ? copyIn(texData.get(origDataId)) : null;
      return whole?.subarray(flatOffset, flatOffset + sizeOf(shape)) ?? null;
    },
    // What has not been drawn cannot be read.
    readBack: ({ dataId }) => (compilesOnly() ? null : backend.readSync(dataId)),
  };
}

/** The indices of the ends of a call, by their names; null where the host does not know them. */
export type KnownIndices = Record<string, Int32Array | null>;

/** Returns the indices that the host knows, and keeps copies for later calls. Throws if textures may round others. */
export function knownIndices(plan: Plan, backend: WebGLBackend): KnownIndices {
  const known: KnownIndices = {};
  for (const [name, end] of Object.entries(indexedEndsOf(plan))) {
    known[name] = valuesOf(end.indices, backend);
    if (!known[name]) checkPrecision(name, end);
  }
  return known;
}

/** Returns indices that the host knows. From now on, their owner cannot change them: tfjs gets the copy, too. */
function valuesOf(tensor: TensorInfo, backend: WebGLBackend): Int32Array | null {
  if (sizeOf(tensor.shape) === 0) return new Int32Array(0);
  const record = backend.texData.get(tensor.dataId);
  const known = copyIn(record);
  if (known) return known;
  const onHost = gpuValues(backend).onHost(tensor);
  if (!onHost) return null;
  const values = asIndices(ofDtype(onHost, 'int32'));
  return hasHalfFloats() && mayBeRounded(record, values) ? null : keep(record, values);
}

/** tfjs' word for data that it has never had on the GPU. */
const NEVER_UPLOADED = 1;

/** Returns whether half floats may have rounded values: tfjs may have read them back. */
function mayBeRounded({ usage }: TextureRecord, values: Int32Array): boolean {
  if ((usage as number | null) === NEVER_UPLOADED) return false;
  const isLarge = (value: number) => Math.abs(value) >= 2 ** 11;
  const step = (value: number) => 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10);
  return (
    values.some(isLarge) && values.every((value) => !isLarge(value) || value % step(value) === 0)
  );
}

/** Reads indices back and keeps them, so that only the first call stalls. What is not drawn has any values. */
export function readIndices(tensor: TensorInfo, backend: WebGLBackend): Int32Array {
  const { dataId, shape } = tensor;
  if (compilesOnly()) return new Int32Array(sizeOf(shape));
  const values = asIndices(ofDtype(backend.readSync(dataId), 'int32'));
  return keep(backend.texData.get(dataId), values);
}

function keep(record: TextureRecord, values: Int32Array): Int32Array {
  const copy = { values: values.slice(), upload: null };
  copies.set(record, copy);
  if (record.values && !record.texture) ownValues(record, copy.values);
  return copy.values;
}

/** Returns whether tfjs' textures may round indices of an end. */
export function mayRound({ geometry: { indexSizes } }: Indexed): boolean {
  const { exactIntegers } = limits('int32');
  return indexSizes.some((size) => size > exactIntegers);
}

/**
 * Throws if the indices of an end may exceed the exact integers: an index beyond them would silently become another
 * one. Those that the host knows are in textures of the package's own.
 */
function checkPrecision(name: string, { geometry, tensor }: Indexed): void {
  const { indexSizes, indexStrides, indexAxes } = geometry;
  const limit = limits('int32').exactIntegers;
  // The other index of a pair has no stride here.
  const k = indexSizes.findIndex((size, k) => size > limit && indexStrides[k] > 0);
  if (k < 0) return;
  const kind = hasHalfFloats() ? 'half floats' : 'floats';
  throw wrong(
    `${name} has length ${indexSizes[k]} on axis ${indexAxes[k]} (shape ${show(tensor.shape)})`,
    `at most ${limit}, or indices that the host knows: the webgl backend keeps others in ${kind}, which are exact only up to that number`,
  );
}
