/** Tensors as textures: outputs, and inputs as flat arrays of texels, however tfjs stores them. */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers, type Numbers } from '../call/dtypes.js';
import { checkSize } from '../call/inputs.js';
import { inputsOf, type Plan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import { env, util } from '../tfjs/seam.js';
import { compilesOnly, type Context, hasHalfFloats, type WebGLBackend } from './context.js';

/** A texture that holds a tensor's values in sequence, in the red channel. */
export interface View {
  texture: WebGLTexture | null;
  width: number;
  height: number;
  /** The texel of the tensor's first value: 0 unless tfjs sliced it from another tensor. */
  start: number;
  /** Whether any number but 0 means true: callers may have written any byte. */
  isBool: boolean;
}

/** A view that can be drawn into. */
export interface Target extends View {
  texture: WebGLTexture;
}

/** The view of an empty tensor: it has no texture, and nothing reads it. */
const EMPTY: View = { texture: null, width: 1, height: 1, start: 0, isBool: false };

/** Returns how many values the largest texture holds. */
function mostValues(): number {
  return env().getNumber('WEBGL_MAX_TEXTURE_SIZE') ** 2;
}

/** Says what is expected instead of a tensor that no texture can hold. */
export function tooLarge(size: number): string | null {
  const most = mostValues();
  return size <= most ? null : `at most ${most}, the size of the largest texture on this device`;
}

/** The views of one call, and the tensors made for it. */
export class Views {
  readonly compilesOnly = compilesOnly();

  constructor(
    readonly backend: WebGLBackend,
    readonly context: Context,
    /** All but the result are freed after the last draw, not before: tfjs reuses their textures. */
    private readonly made: Set<TensorInfo>,
  ) {}

  /** Returns a view of an input. This may run tfjs' unpacking program, so get all views before drawing. */
  of(tensor: TensorInfo, isTable = false): View {
    const { backend, context } = this;
    if (sizeOf(tensor.shape) === 0) return EMPTY;
    upload(tensor, backend, context);
    const data = backend.texData.get(tensor.dataId);
    if (data.isPacked) {
      // A packed texture's layout follows the shape that it was made with, not the tensor's.
      const unpacked = this.keep(backend.unpackTensor({ ...tensor, shape: data.shape }));
      const isRead = tensor.dtype === 'int32' || isTable;
      if (!isRead || this.compilesOnly) return this.viewOf(unpacked);
      // Indices and tables stay unpacked, as most calls read them again. Slices share only unpacked textures, so none
      // has this one.
      const packed = textureOf(data);
      Object.assign(data, textureOf(backend.texData.get(unpacked.dataId)));
      Object.assign(backend.texData.get(unpacked.dataId), packed);
    }
    // tfjs uploads nothing while it only compiles.
    if (this.compilesOnly && !data.texture)
      return this.output(data.shape, data.dtype, data.shape).view;
    return { ...this.viewOf(tensor), start: data.slice?.flatOffset ?? 0 };
  }

  /** Makes a tensor with an uninitialised texture; tfjs chooses its size, for values of the shape `room`. */
  output(shape: number[], dtype: DataType, room = roomFor(shape)) {
    checkSize(shape, 'the result has', tooLarge);
    const { dataId } = this.backend.makeTensorInfo(room, dtype);
    const tensor = this.keep({ dataId, shape, dtype });
    this.backend.uploadToGPU(dataId);
    this.backend.texData.get(dataId).shape = shape;
    return { tensor, view: this.viewOf(tensor) };
  }

  /** Returns views of the tensors that a call reads; a call that `clears` its target does not read data. */
  ofInputs(plan: Plan, clears = false): Record<string, View> {
    const views = Object.entries(inputsOf(plan)).map(([name, tensor]): [string, View] => {
      if (name !== 'data') return [name, this.of(tensor)];
      if (clears) return [name, EMPTY];
      const isLookup = plan.kind === 'gather' && sizeOf(plan.valuesShape) < sizeOf(tensor.shape);
      return [name, this.of(tensor, isLookup)];
    });
    return Object.fromEntries(views);
  }

  private keep(tensor: TensorInfo): TensorInfo {
    this.made.add(tensor);
    return tensor;
  }

  private viewOf(tensor: TensorInfo): Target {
    const { texture, texShape } = this.backend.texData.get(tensor.dataId);
    if (!texture || !texShape) {
      throw new Error('tfjs gave a tensor no texture; its WebGL context may be lost.');
    }
    const [height, width] = texShape;
    return { texture: texture.texture, width, height, start: 0, isBool: tensor.dtype === 'bool' };
  }
}

type TextureRecord = ReturnType<WebGLBackend['texData']['get']>;

/**
 * Gives a non-empty tensor a texture, if it has none. tfjs then owns the texture. tfjs' own upload draws values into
 * their texture with a program that it compiles for each shape; this one writes them directly into the same kind.
 */
function upload({ dataId }: TensorInfo, backend: WebGLBackend, context: Context): void {
  const data = backend.texData.get(dataId);
  const { values } = data;
  // In WebGL 1, half-float textures do not accept floats.
  const canWrite = context.version === 2 || !hasHalfFloats();
  // A slice has the values of the tensor that it was sliced from, if tfjs only compiles.
  if (data.texture || data.isPacked || data.slice || !values || !canWrite) {
    backend.uploadToGPU(dataId);
    return;
  }
  const begin = util.now();
  // As in tfjs' own upload, a temporary tensor takes a texture from the pool and hands it over. tfjs chooses its size.
  const [columns = 1, rows = 1] = data.shape.slice(-2).reverse();
  const room = roomFor([sizeOf(data.shape.slice(0, -2)), rows, columns]);
  const donor = backend.makeTensorInfo(room, data.dtype);
  backend.uploadToGPU(donor.dataId);
  const made = textureOf(backend.texData.get(donor.dataId));
  Object.assign(data, made, { values: null });
  backend.texData.delete(donor.dataId);
  const { texture, texShape } = made;
  if (texture && texShape) write(context, texture.texture, texShape, asNumbers(values));
  if (backend.activeTimers) backend.uploadWaitMs += util.now() - begin;
}

/** Returns the part of a tensor's record that describes its texture. */
function textureOf({ texture, texShape, usage, isPacked }: TextureRecord) {
  return { texture, texShape, usage, isPacked };
}

/** How much larger than its values roomFor makes a texture at most. */
export const MOST_ROOM = 17 / 16;

/**
 * Rounds the longest dimension up to one of 16 lengths in each power of two, as far as a texture can hold the result. The
 * last dimension is only rounded if all others are 1. Otherwise steps with ever new numbers of sites would each leave
 * textures in tfjs' pool that no other step can use.
 */
function roomFor(shape: number[]): number[] {
  const outer = sizeOf(shape) === shape.at(-1) ? shape : shape.slice(0, -1);
  const longest = Math.max(1, ...outer);
  const step = 2 ** Math.max(0, Math.floor(Math.log2(longest)) - 4);
  const axis = outer.lastIndexOf(longest);
  const most = Math.floor(mostValues() / (sizeOf(shape) / longest));
  const rounded = Math.max(longest, Math.min(Math.ceil(longest / step) * step, most));
  return shape.map((length, d) => (d === axis ? rounded : length));
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
