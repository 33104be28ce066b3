/**
 * What the package has of indices on webgl: the values that the host knows, although a texture may have taken them over,
 * and textures of integers of its own. Those hold the order of a call's sites, or exact indices where tfjs' textures may
 * round them. WebGL 2 can sample them on every device. They are cached by the data of the indices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asIndices, ofDtype } from '../call/dtypes.js';
import type { Addressed, Indexed } from '../call/reads.js';
import { show, wrong } from '../call/errors.js';
import { checkSize, sizeOf } from '../call/shapes.js';
import { addressedEndsOf, type Plan, type ScatterPlan } from '../call/plan.js';
import { offsetsIn, type Order, orderSites } from '../cpu/host.js';
import { handOutCopies, hostValues, ownValues } from '../gpu/handed_out.js';
import type { GpuValues } from '../gpu/known_values.js';
import { addressingOf } from '../gpu/orders.js';
import { env } from '../tfjs/seam.js';
import {
  compilesOnly,
  contextOf,
  hasHalfFloats,
  limits,
  type Own,
  type TextureRecord,
  texturesOf,
  tooLarge,
  type View,
  type WebGLBackend,
} from './context.js';
import { PIECE, SLICE_COST } from './strategy.js';

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
  for (const [name, end] of Object.entries(addressedEndsOf(plan))) {
    known[name] = valuesOf(end.indices, backend);
    // A scatter's result has the shape of data.
    const { tensor }: Partial<Indexed> = end;
    if (!known[name]) checkPrecision(name, end, tensor?.shape ?? plan.shape);
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
export function mayRound({ geometry: { indexSizes } }: Addressed): boolean {
  const { exactIntegers } = limits('int32');
  return indexSizes.some((size) => size > exactIntegers);
}

/**
 * Throws if the indices of an end may exceed the exact integers: an index beyond them would silently become another
 * one. Those that the host knows are in textures of the package's own.
 */
function checkPrecision(name: string, { geometry }: Addressed, shape: number[]): void {
  const { indexSizes, indexStrides, indexAxes } = geometry;
  const limit = limits('int32').exactIntegers;
  // The other index of a pair has no stride here.
  const k = indexSizes.findIndex((size, k) => size > limit && indexStrides[k] > 0);
  if (k < 0) return;
  const kind = hasHalfFloats() ? 'half floats' : 'floats';
  throw wrong(
    `${name} has length ${indexSizes[k]} on axis ${indexAxes[k]} (shape ${show(shape)})`,
    `at most ${limit}, or indices that the host knows: the webgl backend keeps others in ${kind}, which are exact only up to that number`,
  );
}

/** An end whose indices the host knows. */
interface KnownEnd {
  end: Addressed;
  indices: Int32Array;
}

/** Returns whether it is better to copy data and draw this many slices than to compute all of data. */
export function areFew(slices: number, { target: { geometry } }: ScatterPlan): boolean {
  return slices * (geometry.sliceSize + SLICE_COST) < geometry.dataSize;
}

/**
 * Returns the order of a call's sites: where the run of each slice ends. If few slices are touched, only these have runs,
 * and their numbers are in `slices`. The other textures are left out where none reads them: the sorted sites; the offsets
 * of their sources, -1 for dropped ones, if the host knows them; and `piecesOf` long runs.
 */
export function orderOf(
  plan: ScatterPlan,
  indices: Int32Array,
  sources: Int32Array | null,
  backend: WebGLBackend,
): Own {
  const { end, by } = plan.read;
  const target = { end: plan.target, indices };
  const source = end.geometry && sources ? { end, indices: sources } : null;
  // Only weights have numbers of their own for each site.
  const readsSites = end.tensor !== null && !(source && !by.weights);
  const known = source ? [target, source] : [target];
  // Offsets, and which slices are listed, depend on the size of slices; and the host throws for indices.
  const keys = known.map(({ end }) => [addressingOf(end), end.geometry.sliceSize, end.outOfBounds]);
  return ownOf(known, [...keys, readsSites].join(' '), backend, () => {
    const order = orderSites(target, (slices) => areFew(slices, plan));
    const { kept, runs, touched } = order;
    const texture = (texels: Int32Array, count: number) => textureOf(texels, count, backend);
    const pieces = piecesOf(order, plan.siteCount);
    const others = {
      ...(touched && { slices: texture(touched, runs) }),
      ...(readsSites && { sites: texture(order.sites, kept) }),
      ...(source && { sources: texture(offsetsIn(order, source), kept) }),
      ...(pieces && { pieces: texture(pieces, pieces.length) }),
    };
    // The first run begins at 0. There may be as many runs as the largest texture holds.
    return { main: texture(order.begins.subarray(1), runs), others, touched: touched && runs };
  });
}

/** The numbers of a piece. */
export const PER_PIECE = 3;

/**
 * Returns where the pieces of long runs begin and end, except the first ones, and their slices; null if there are
 * none. They begin at least PIECE sites apart, so the one that begins at site n has the number n / PIECE, rounded down.
 */
function piecesOf({ touched, begins, kept }: Order, siteCount: number): Int32Array | null {
  let pieces: Int32Array | null = null;
  for (let n = 0; begins[n] < kept; n++) {
    const end = begins[n + 1];
    for (let begin = begins[n] + PIECE; begin < end; begin += PIECE) {
      pieces ??= new Int32Array(PER_PIECE * Math.ceil(siteCount / PIECE));
      const piece = [begin, Math.min(begin + PIECE, end), touched ? touched[n] : n];
      pieces.set(piece, PER_PIECE * Math.floor(begin / PIECE));
    }
  }
  return pieces;
}

/** Returns a view of indices as integers. */
export function exactIndices(known: KnownEnd, backend: WebGLBackend): View {
  const { indices } = known;
  return ownOf([known], 'exact', backend, () => ({
    main: textureOf(indices, indices.length, backend),
    others: {},
    touched: null,
  })).main;
}

/** Returns what `make` makes of indices, and caches it under a key that says all else that it depends on. */
function ownOf(
  known: readonly KnownEnd[],
  key: string,
  backend: WebGLBackend,
  make: () => Own,
): Own {
  const { own: kept } = contextOf(backend);
  const indices = known.map((each) => each.indices);
  const found = kept.find(key, indices);
  if (found) return found;
  const own = make();
  const textures = texturesOf(own);
  const bytes = textures.reduce((sum, { width, height }) => sum + 4 * width * height, 0);
  const room = { bytes, objects: textures.length };
  const records = known.map(({ end }) => backend.texData.get(end.indices.dataId));
  kept.keep(own, room, key, indices, records);
  return own;
}

/** Makes a texture of the first `count` integers, and zeros. It may overwrite the others. */
function textureOf(integers: Int32Array, count: number, backend: WebGLBackend): View {
  const { gl } = contextOf(backend);
  // The length of lines is that of the widest texture, so that all of tfjs' sizes fit.
  const lineBits = Math.floor(Math.log2(env().getNumber('WEBGL_MAX_TEXTURE_SIZE')));
  const width = Math.max(1, Math.min(count, 2 ** lineBits));
  const height = Math.max(1, Math.ceil(count / width));
  const size = width * height;
  checkSize([size], 'the order of the sites has', tooLarge);
  let texels = integers;
  if (integers.length < size) {
    texels = new Int32Array(size);
    texels.set(integers);
  } else texels.fill(0, count, size);
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32I, width, height);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RED_INTEGER, gl.INT, texels);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
    gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
  }
  gl.bindTexture(gl.TEXTURE_2D, null);
  return { texture, width, height, start: 0, isBool: false, lineBits };
}
