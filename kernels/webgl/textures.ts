/**
 * Tensors as textures: outputs, and inputs as flat arrays of texels, however tfjs stores them.
 */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { checkSize } from '../call/inputs.js';
import { inputsOf, type Plan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import { env } from '../tfjs/seam.js';
import type { Context, WebGLBackend } from './context.js';
import { roomFor, textureOf, upload } from './upload.js';

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

interface Output {
  tensor: TensorInfo;
  view: Target;
}

/** The view of an empty tensor: it has no texture, and nothing reads it. */
const EMPTY: View = { texture: null, width: 1, height: 1, start: 0, isBool: false };

/** Refuses a tensor that no texture can hold. */
export function refuse(size: number): string | null {
  const most = env().getNumber('WEBGL_MAX_TEXTURE_SIZE') ** 2;
  return size <= most ? null : `at most ${most}, the size of the largest texture on this device`;
}

/** The views of one call, and the tensors made for it. */
export class Views {
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
      if (tensor.dtype !== 'int32' && !isTable) return this.viewOf(unpacked);
      // Indices and tables stay unpacked, as most calls read them again. Slices share only unpacked textures, so none
      // has this one.
      const packed = textureOf(data);
      Object.assign(data, textureOf(backend.texData.get(unpacked.dataId)));
      Object.assign(backend.texData.get(unpacked.dataId), packed);
    }
    return { ...this.viewOf(tensor), start: data.slice?.flatOffset ?? 0 };
  }

  /** Makes a tensor with an uninitialised texture; tfjs chooses its size, for values of the shape `room`. */
  output(shape: number[], dtype: DataType, room = roomFor(shape)): Output {
    checkSize(shape, 'the result has', refuse);
    const { dataId } = this.backend.makeTensorInfo(room, dtype);
    const tensor = this.keep({ dataId, shape, dtype });
    this.backend.uploadToGPU(dataId);
    this.backend.texData.get(dataId).shape = shape;
    return { tensor, view: this.viewOf(tensor) };
  }

  /** Returns views of the tensors that a call reads; a call that `clears` its target does not read data. */
  ofInputs(plan: Plan, clears = false): Record<string, View> {
    const views = Object.entries(inputsOf(plan)).map(([name, tensor]): [string, View] => {
      const isData = name === 'data';
      if (isData && clears) return [name, EMPTY];
      const isLookup = plan.kind === 'gather' && sizeOf(plan.valuesShape) < sizeOf(tensor.shape);
      return [name, this.of(tensor, isData && isLookup)];
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
