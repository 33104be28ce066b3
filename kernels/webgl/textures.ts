/** Tensors as textures: outputs, and inputs as flat arrays of texels, however tfjs stores them. */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { checkSize } from '../call/inputs.js';
import type { Indexed } from '../call/ends.js';
import { indexedEndsOf, inputsOf, type Plan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import { compilesOnly, type Context, type WebGLBackend } from './context.js';
import { type KnownIndices, mayRound } from './known_values.js';
import { exactIndices } from './own_textures.js';
import { textureFields, upload } from './uploads.js';
import { EMPTY, roomFor, tooLarge, type Target, type View } from './views.js';

/** The ends of the inputs that are indices. */
const END_OF: Partial<Record<string, string>> = { indices: 'data', sourceIndices: 'x' };

/** The most dimensions of a tensor that tfjs can unpack. */
const MOST_DIMENSIONS = 6;

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

  /** Returns views of the tensors that a call reads: not of data that is zero, and not of the `known` indices. */
  ofInputs(plan: Plan, known: readonly string[] = []): Record<string, View> {
    const views: Record<string, View> = {};
    const ends = indexedEndsOf(plan);
    for (const [name, tensor] of Object.entries(inputsOf(plan))) {
      if (known.includes(name) || (name === 'data' && plan.attributes.dataIsZero)) continue;
      const { [name]: end } = END_OF;
      const isTable =
        name === 'data' &&
        plan.kind === 'gather' &&
        sizeOf(plan.valuesShape) < sizeOf(tensor.shape);
      views[name] = end ? this.ofIndices(ends[end], this.known[end]) : this.of(tensor, isTable);
    }
    return views;
  }

  private ofIndices(end: Indexed, indices: Int32Array | null): View {
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
    return { ...this.viewOf(tensor), start: slice?.flatOffset ?? 0 };
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
      const packed = textureFields(data);
      const ofCopy = backend.texData.get(copy.dataId);
      Object.assign(data, textureFields(ofCopy));
      Object.assign(ofCopy, packed);
      return this.viewOf(tensor);
    }
    return { ...this.viewOf(copy), isCopy: !forGood };
  }

  /** Makes a tensor with an uninitialised texture; tfjs chooses its size, for values of the shape `room`. */
  output(shape: number[], dtype: DataType, { room = roomFor(shape), isPacked = false } = {}) {
    checkSize(shape, 'the result has', tooLarge);
    const { dataId } = this.backend.makeTensorInfo(room, dtype);
    const tensor = { dataId, shape, dtype };
    this.made.add(tensor);
    const data = this.backend.texData.get(dataId);
    data.isPacked = isPacked;
    this.backend.uploadToGPU(dataId);
    data.shape = shape;
    const view = this.viewOf(tensor);
    const packed = isPacked ? { columns: shape.at(-1) ?? 1, size: sizeOf(shape) } : undefined;
    return { tensor, view: { ...view, packed } };
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

  private viewOf({ dataId, dtype }: TensorInfo): Target {
    const { texture, texShape, isPacked } = this.backend.texData.get(dataId);
    if (!texture || !texShape) {
      throw new Error('tfjs gave a tensor no texture; its WebGL context may be lost.');
    }
    const [height, width] = texShape.map((length) => (isPacked ? Math.ceil(length / 2) : length));
    return { texture: texture.texture, width, height, start: 0, isBool: dtype === 'bool' };
  }
}
