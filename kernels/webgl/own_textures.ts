/**
 * Textures of integers that programs read, of the package's own: the order of a call's sites, and exact indices where
 * those of tfjs may be rounded. WebGL 2 can sample them on every device. They are cached by the data of the indices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { checkSize } from '../call/inputs.js';
import { KeptOrders } from '../gpu/orders.js';
import { env } from '../tfjs/seam.js';
import { type GL, glOf, type WebGLBackend } from './context.js';
import { MAX_CACHED_BYTES } from './strategy.js';
import { tooLarge, type View } from './views.js';

/** Textures made from indices. */
export interface Own {
  /** The indices themselves or, of an order, where its runs begin. */
  main: View;
  /** The other textures of an order. */
  others: Partial<Record<'sites' | 'sources' | 'pieces', View>>;
  /** The number of touched slices, if an order lists them; otherwise null. */
  touched: number | null;
}

/** The textures of each context. */
const kept = new WeakMap<GL, KeptOrders<Own>>();

const texturesOf = ({ main, others }: Own): View[] => [main, ...Object.values(others)];

/** Returns the textures of a context. */
export function ownIn(gl: GL): KeptOrders<Own> {
  const free = (own: Own) => {
    for (const { texture } of texturesOf(own)) gl.deleteTexture(texture);
  };
  const own = kept.get(gl) ?? new KeptOrders(MAX_CACHED_BYTES, free);
  kept.set(gl, own);
  return own;
}

/** Returns what `make` makes of indices, and caches it under a key that says all else that it depends on. */
export function ownOf(
  tensors: TensorInfo[],
  indices: Int32Array[],
  key: string,
  { texData, gpgpu }: WebGLBackend,
  make: () => Own,
): Own {
  const all = ownIn(glOf(gpgpu));
  const found = all.find(key, indices);
  if (found) return found;
  const own = make();
  const bytes = texturesOf(own).reduce((sum, { width, height }) => sum + 4 * width * height, 0);
  const records = tensors.map(({ dataId }) => texData.get(dataId));
  all.makeRoom(bytes);
  all.keep(own, bytes, key, indices, records);
  return own;
}

/** Returns a view of indices as integers. */
export function exactIndices(tensor: TensorInfo, values: Int32Array, backend: WebGLBackend): View {
  return ownOf([tensor], [values], 'exact', backend, () => ({
    main: textureOf(values, values.length, backend),
    others: {},
    touched: null,
  })).main;
}

/** Makes a texture of the first `count` integers, and zeros. It may overwrite the others. */
export function textureOf(integers: Int32Array, count: number, { gpgpu }: WebGLBackend): View {
  const gl = glOf(gpgpu);
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
