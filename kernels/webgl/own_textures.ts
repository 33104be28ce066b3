/**
 * Textures of integers that programs read, of the package's own: the order of a call's sites, and exact indices where
 * those of tfjs may be rounded. WebGL 2 can sample them on every device. They are cached by the data of the indices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { checkSize } from '../call/inputs.js';
import { env } from '../tfjs/seam.js';
import { type GL, glOf, type WebGLBackend } from './context.js';
import { MAX_CACHED_BYTES } from './strategy.js';
import { tooLarge, type View } from './views.js';

/** Textures made from indices. */
interface Own {
  views: Partial<Record<string, View>>;
}

interface Cached {
  own: Own;
  /** The indices, and tfjs' records of their data. */
  indices: WeakRef<Int32Array>[];
  records: WeakRef<{ refCount: number }>[];
  key: string;
  bytes: number;
}

/** The cached textures of each context, the least recently used first. */
const cached = new WeakMap<GL, Cached[]>();

/** Returns what `make` makes of indices, and caches it under a key that says all else that it depends on. */
export function ownOf<Made extends Own>(
  tensors: TensorInfo[],
  indices: Int32Array[],
  key: string,
  { texData, gpgpu }: WebGLBackend,
  make: () => Made,
): Made {
  const gl = glOf(gpgpu);
  const all = ownIn(gl);
  const at = all.findIndex(
    (own) => own.key === key && own.indices.every((ref, n) => ref.deref() === indices[n]),
  );
  if (at >= 0) {
    const [found] = all.splice(at, 1);
    all.push(found);
    // The key tells what was made.
    return found.own as Made;
  }
  const own = make();
  const bytes = texturesOf(own).reduce((sum, { width, height }) => sum + 4 * width * height, 0);
  makeRoom(bytes, all, gl);
  all.push({
    own,
    key,
    bytes,
    indices: indices.map((values) => new WeakRef(values)),
    records: tensors.map(({ dataId }) => new WeakRef(texData.get(dataId))),
  });
  return own;
}

const texturesOf = ({ views }: Own): View[] => Object.values(views).flatMap((view) => view ?? []);

/** Frees textures until others fit, first those whose data is gone. */
function makeRoom(size: number, all: Cached[], gl: GL): void {
  const isGone = ({ records }: Cached) => records.some((ref) => !ref.deref()?.refCount);
  all.sort((a, b) => Number(isGone(b)) - Number(isGone(a)));
  let bytes = all.reduce((sum, own) => sum + own.bytes, size);
  while (all.length > 0 && (isGone(all[0]) || bytes > MAX_CACHED_BYTES)) {
    bytes -= all[0].bytes;
    free(all.splice(0, 1), gl);
  }
}

/** Returns the cached textures of a context. */
export function ownIn(gl: GL): Cached[] {
  const all = cached.get(gl) ?? [];
  cached.set(gl, all);
  return all;
}

/** Frees all textures of a context. */
export function disposeOwn(gl: GL): void {
  free(ownIn(gl).splice(0), gl);
}

function free(all: Cached[], gl: GL): void {
  for (const { own } of all) {
    for (const { texture } of texturesOf(own)) gl.deleteTexture(texture);
  }
}

/** Returns a view of indices as integers. */
export function exactIndices(tensor: TensorInfo, values: Int32Array, backend: WebGLBackend): View {
  return ownOf([tensor], [values], 'exact', backend, () => {
    const texels = new Int32Array(padded(values.length));
    texels.set(values);
    return { views: { exact: textureOf(texels, backend) } };
  }).views.exact;
}

/** Describes everything except index values that the order of a call's sites depends on. */
export function addressingOf({ geometry, outOfBounds, wrapNegatives }: Indexed): string {
  const { siteShape, siteStrides, indexStrides, indexSizes, sliceSize, dataSize } = geometry;
  const numbers = [siteShape, siteStrides, indexStrides, indexSizes, sliceSize, dataSize];
  return `${numbers.join(';')};${outOfBounds};${wrapNegatives}`;
}

/** The binary logarithm of the length of lines: that of the widest texture, so that all of tfjs' sizes fit. */
const lineBits = () => Math.floor(Math.log2(env().getNumber('WEBGL_MAX_TEXTURE_SIZE')));

/** Rounds up to whole lines of texels; a single line may be shorter. */
export function padded(count: number): number {
  const line = 2 ** lineBits();
  return count > line ? Math.ceil(count / line) * line : Math.max(1, count);
}

/** Makes a texture of integers, whose number is `padded`. */
export function textureOf(texels: Int32Array, { gpgpu }: WebGLBackend): View {
  checkSize([texels.length], 'the order of the sites has', tooLarge);
  const gl = glOf(gpgpu);
  const bits = lineBits();
  const width = Math.min(texels.length, 2 ** bits);
  const height = texels.length / width;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32I, width, height);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RED_INTEGER, gl.INT, texels);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
    gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
  }
  gl.bindTexture(gl.TEXTURE_2D, null);
  return { texture, width, height, start: 0, isBool: false, lineBits: bits };
}
