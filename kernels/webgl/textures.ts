/** Tensors as textures: outputs, and inputs as flat arrays of texels, however tfjs stores them. */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers } from '../call/dtypes.js';
import type { Addressed } from '../call/reads.js';
import { checkSize, sizeOf } from '../call/shapes.js';
import { addressedEndsOf, inputsOf, type Plan } from '../call/plan.js';
import { util } from '../tfjs/seam.js';
import {
  compilesOnly,
  type Context,
  mostValues,
  type Target,
  type TextureRecord,
  tooLarge,
  type View,
  type WebGLBackend,
} from './context.js';
import { exactIndices, type KnownIndices, mayRound } from './indices.js';

/** The ends of the inputs that are indices. */
const END_OF: Partial<Record<string, 'data' | 'x'>> = { indices: 'data', sourceIndices: 'x' };

/** The most dimensions of a tensor that tfjs can unpack. */
const MOST_DIMENSIONS = 6;

/** A tensor, and its texture to draw into. */
export interface Output {
  tensor: TensorInfo;
  view: Target;
}

/** The views of one call, and the tensors made for it. */
export class Views {
  readonly compilesOnly = compilesOnly();

  constructor(
    readonly backend: WebGLBackend,
    readonly context: Context,
    /** All but the result are freed after the last draw, not before: tfjs reuses their textures. */
    private readonly made: Set<TensorInfo>,
    readonly known: KnownIndices,
  ) {}

  /** Returns views of the tensors that a call reads, but not of the `known` indices. */
  ofInputs(plan: Plan, known: readonly string[] = []): Record<string, View> {
    const views: Record<string, View> = {};
    const ends = addressedEndsOf(plan);
    for (const [name, tensor] of Object.entries(inputsOf(plan))) {
      if (known.includes(name)) continue;
      const isTable =
        name === 'data' && !plan.target && sizeOf(plan.valuesShape) < sizeOf(tensor.shape);
      const { [name]: addressed } = END_OF;
      const end = addressed && ends[addressed];
      views[name] = end ? this.ofIndices(end, this.known[addressed]) : this.of(tensor, isTable);
    }
    return views;
  }

  private ofIndices(end: Addressed, indices: Int32Array | null): View {
    const isExact = indices && indices.length > 0 && mayRound(end);
    return isExact ? exactIndices({ end, indices }, this.backend) : this.of(end.indices, true);
  }

  /** Returns a view of an input. This may run tfjs' programs, so get all views before drawing. */
  private of(tensor: TensorInfo, isReadAgain: boolean): View {
    const { backend, context } = this;
    if (sizeOf(tensor.shape) === 0) return EMPTY;
    upload(tensor, backend, context);
    const { shape, dtype, isPacked, texture, slice } = backend.texData.get(tensor.dataId);
    if (isPacked) return this.unpacked(tensor, isReadAgain);
    // tfjs uploads nothing while it only compiles.
    if (this.compilesOnly && !texture) return this.output(shape, dtype, { room: shape }).view;
    return this.viewOf(tensor, slice?.flatOffset);
  }

  /** Unpacks a tensor: for this call, or for good, as most calls read the same indices and tables again. */
  private unpacked(tensor: TensorInfo, forGood: boolean): View {
    const { backend, made } = this;
    const data = backend.texData.get(tensor.dataId);
    // A packed texture's layout follows the shape that it was made with, not the tensor's.
    const copy = backend.unpackTensor({ ...tensor, shape: data.shape });
    made.add(copy);
    if (forGood && !this.compilesOnly) {
      // Slices share only unpacked textures, so none has this one.
      exchangeTextures(data, backend.texData.get(copy.dataId));
      return this.viewOf(tensor);
    }
    return { ...this.viewOf(copy), isCopy: !forGood };
  }

  /** Makes a tensor with an uninitialised texture; tfjs chooses its size, for values of the shape `room`. */
  output(
    shape: number[],
    dtype: DataType,
    { room = roomFor(shape), isPacked = false } = {},
  ): Output {
    checkSize(shape, 'the result has', tooLarge);
    const { dataId } = this.backend.makeTensorInfo(room, dtype);
    const tensor = { dataId, shape, dtype };
    this.made.add(tensor);
    const data = this.backend.texData.get(dataId);
    data.isPacked = isPacked;
    this.backend.uploadToGPU(dataId);
    data.shape = shape;
    const view = this.viewOf(tensor);
    if (isPacked) view.packed = { columns: shape.at(-1) ?? 1, size: sizeOf(shape) };
    return { tensor, view };
  }

  /**
   * Returns an output over the texture of a tensor, which is empty once the output is finished; null if the texture is
   * that of another tensor, or others have it. They are looked for only if there may be some.
   */
  takeOver(tensor: TensorInfo, mayBeShared: boolean): Output | null {
    const { texData, dataRefCount } = this.backend;
    const { dataId, dtype } = tensor;
    const data = texData.get(dataId);
    const isShared = mayBeShared && (data.refCount > 1 || (dataRefCount.get(dataId) ?? 1) > 1);
    if (isShared || data.slice || data.dtype !== dtype) return null;
    this.of(tensor, true);
    // What only compiles has no texture yet.
    return this.compilesOnly
      ? this.output(tensor.shape, dtype)
      : { tensor, view: this.viewOf(tensor) };
  }

  /** Moves a texture that was taken over to a new record. What is known by the old one goes with that. */
  finish(output: TensorInfo): TensorInfo {
    const { backend, made } = this;
    if (made.has(output)) return output;
    const moved = backend.makeTensorInfo(output.shape, output.dtype);
    made.add(moved);
    // Disposing of the old record frees nothing then.
    exchangeTextures(backend.texData.get(output.dataId), backend.texData.get(moved.dataId));
    return moved;
  }

  /** Makes an output that is packed as the values were: ops that pack their results also read packed values. */
  outputLike(values: View | undefined, shape: number[], dtype: DataType) {
    // Between matrices with an odd number of rows, packed values have gaps.
    const [rows = 1, ...more] = shape.slice(0, -1).reverse();
    const hasGaps = rows % 2 === 1 && sizeOf(more) > 1;
    const isUnpackable = shape.length <= MOST_DIMENSIONS && !hasGaps;
    const isPacked = Boolean(values?.isCopy) && dtype === 'float32' && isUnpackable;
    return this.output(shape, dtype, { isPacked });
  }

  private viewOf({ dataId, dtype }: TensorInfo, start = 0): Target {
    const { texture, texShape, isPacked } = this.backend.texData.get(dataId);
    if (!texture || !texShape) {
      throw new Error('tfjs gave a tensor no texture; its WebGL context may be lost.');
    }
    const [height, width] = texShape.map((length) => (isPacked ? Math.ceil(length / 2) : length));
    return { texture: texture.texture, width, height, start, isBool: dtype === 'bool' };
  }
}

/**
 * Gives a non-empty tensor a texture, if it has none. tfjs then owns the texture. tfjs' own upload draws values into
 * their texture with a program that it compiles for each shape; this one writes them directly into the same kind.
 */
function upload({ dataId }: TensorInfo, backend: WebGLBackend, { gl }: Context): void {
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
  exchangeTextures(data, backend.texData.get(donor.dataId));
  Object.assign(data, { values: null });
  backend.texData.delete(donor.dataId);
  const { texture, texShape } = backend.texData.get(dataId);
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

/** Exchanges the textures of two tensors, with all that tfjs' records say of them. */
function exchangeTextures(a: TextureRecord, b: TextureRecord): void {
  const fieldsOf = ({ texture, texShape, usage, isPacked }: TextureRecord) => ({
    texture,
    texShape,
    usage,
    isPacked,
  });
  const before = fieldsOf(a);
  Object.assign(a, fieldsOf(b));
  Object.assign(b, before);
}

/** The view of an empty tensor: it has no texture, and nothing reads it. */
const EMPTY: View = { texture: null, width: 1, height: 1, start: 0, isBool: false };

/** How much larger than its values roomFor makes a texture at most. */
const MOST_ROOM = 17 / 16;

/** Returns the size of a texture, if a tensor of `size` can have the same: then values can be copied without a draw. */
export function roomLike(
  { texture, width, height, start }: View,
  size: number,
): number[] | undefined {
  const isLike = (height - 1) * width < size * MOST_ROOM;
  return texture && start === 0 && isLike ? [height, width] : undefined;
}

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
