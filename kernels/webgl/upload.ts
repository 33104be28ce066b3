/**
 * Uploads values that only the host has. tfjs draws them into their texture with a program that it compiles
 * for each shape. This code writes them directly into the same kind of texture.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers, type Numbers } from '../call/dtypes.js';
import { sizeOf } from '../call/shapes.js';
import { type Context, hasHalfFloats, type WebGLBackend } from './context.js';
import { timedUpload } from './timing.js';

type TextureRecord = ReturnType<WebGLBackend['texData']['get']>;

/** Gives a non-empty tensor a texture, if it has none. tfjs then owns the texture. */
export function upload({ dataId }: TensorInfo, backend: WebGLBackend, context: Context): void {
  const data = backend.texData.get(dataId);
  const { values } = data;
  // In WebGL 1, half-float textures do not accept floats.
  const canWrite = context.version === 2 || !hasHalfFloats();
  if (data.texture || data.isPacked || !values || !canWrite) {
    backend.uploadToGPU(dataId);
    return;
  }
  timedUpload(backend, () => {
    // As in tfjs' own upload, a temporary tensor takes a texture from the pool and hands it over.
    const donor = backend.makeTensorInfo(roomFor(shape3D(data.shape)), data.dtype);
    backend.uploadToGPU(donor.dataId);
    Object.assign(data, textureOf(backend.texData.get(donor.dataId)), { values: null });
    backend.texData.delete(donor.dataId);
    const { texture, texShape } = data;
    if (texture && texShape) write(context, texture.texture, texShape, asNumbers(values));
  });
}

/** Returns the part of a tensor's record that describes its texture. */
export function textureOf({ texture, texShape, usage, isPacked }: TextureRecord) {
  return { texture, texShape, usage, isPacked };
}

/** How much larger than its values roomFor makes a texture at most. */
export const MOST_ROOM = 17 / 16;

/**
 * Rounds the longest dimension up to one of 16 lengths in each power of two; that of rows only if there is one row.
 * Otherwise steps with ever new numbers of sites would each leave textures in tfjs' pool that no other step can use.
 */
export function roomFor(shape: number[]): number[] {
  const outer = sizeOf(shape) === shape.at(-1) ? shape : shape.slice(0, -1);
  const longest = Math.max(1, ...outer);
  const step = 2 ** Math.max(0, Math.floor(Math.log2(longest)) - 4);
  const axis = outer.lastIndexOf(longest);
  return shape.map((length, d) => (d === axis ? Math.ceil(length / step) * step : length));
}

/** The shape from which tfjs chooses the texture size for an upload. */
function shape3D(shape: number[]): number[] {
  const [columns = 1, rows = 1] = shape.slice(-2).reverse();
  return [sizeOf(shape.slice(0, -2)), rows, columns];
}

/** Writes values to the red channel, and zeros to the texels after the last value. */
function write(
  { gl, version }: Context,
  texture: WebGLTexture,
  [height, width]: [number, number],
  values: Numbers,
): void {
  // A texture of WebGL 1 has four channels.
  const channels = version === 2 ? 1 : 4;
  const texels = new Float32Array(width * height * channels);
  if (channels === 1) texels.set(values);
  else for (let i = 0; i < values.length; i++) texels[i * channels] = values[i];
  const format = 'RED' in gl ? gl.RED : gl.RGBA;
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, format, gl.FLOAT, texels);
  gl.bindTexture(gl.TEXTURE_2D, null);
}
