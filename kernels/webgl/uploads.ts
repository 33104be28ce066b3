/** Uploads of tensors into textures. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers } from '../call/dtypes.js';
import { sizeOf } from '../call/shapes.js';
import { util } from '../tfjs/seam.js';
import type { Context, TextureRecord, WebGLBackend } from './context.js';
import { roomFor } from './views.js';

/**
 * Gives a non-empty tensor a texture, if it has none. tfjs then owns the texture. tfjs' own upload draws values into
 * their texture with a program that it compiles for each shape; this one writes them directly into the same kind.
 */
export function upload({ dataId }: TensorInfo, backend: WebGLBackend, { gl }: Context): void {
  const data = backend.texData.get(dataId);
  const { values } = data;
  // A slice has the values of the tensor that it was sliced from, if tfjs only compiles.
  if (data.texture || data.isPacked || data.slice || !values) {
    backend.uploadToGPU(dataId);
    return;
  }
  const begin = util.now();
  // As in tfjs' own upload, a temporary tensor takes a texture from the pool and hands it over. tfjs chooses its size.
  const [columns = 1, rows = 1] = data.shape.slice(-2).reverse();
  const room = roomFor([sizeOf(data.shape.slice(0, -2)), rows, columns]);
  const donor = backend.makeTensorInfo(room, data.dtype);
  backend.uploadToGPU(donor.dataId);
  const made = textureFields(backend.texData.get(donor.dataId));
  Object.assign(data, made, { values: null });
  backend.texData.delete(donor.dataId);
  const { texture, texShape } = made;
  if (texture && texShape) {
    const [height, width] = texShape;
    // Zeros follow the last value.
    const texels = new Float32Array(width * height);
    texels.set(asNumbers(values));
    gl.bindTexture(gl.TEXTURE_2D, texture.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RED, gl.FLOAT, texels);
    gl.bindTexture(gl.TEXTURE_2D, null);
  }
  if (backend.activeTimers) backend.uploadWaitMs += util.now() - begin;
}

/** Returns the part of a tensor's record that describes its texture. */
export function textureFields({ texture, texShape, usage, isPacked }: TextureRecord) {
  return { texture, texShape, usage, isPacked };
}
