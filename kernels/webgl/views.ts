/** Textures as flat arrays of texels, and how large they can be. */
import { env } from '../tfjs/seam.js';

/** A texture that holds a tensor's values in sequence, in the red channel. */
export interface View {
  texture: WebGLTexture | null;
  width: number;
  height: number;
  /** The texel of the tensor's first value: 0 unless tfjs sliced it from another tensor. */
  start: number;
  /** Whether any number but 0 means true: callers may have written any byte. */
  isBool: boolean;
  /** Set for textures of the package's own, which hold integers: lines have this power of two of texels. */
  lineBits?: number;
  /** Set for an unpacked copy of a packed tensor. */
  isCopy?: boolean;
}

/** A view that can be drawn into. */
export interface Target extends View {
  texture: WebGLTexture;
  /** Set if each texel holds two values of a row and the two below them, as tfjs packs them. */
  packed?: { columns: number; size: number };
}

/** The view of an empty tensor: it has no texture, and nothing reads it. */
export const EMPTY: View = { texture: null, width: 1, height: 1, start: 0, isBool: false };

/** Returns how many values the largest texture holds. */
export function mostValues(): number {
  return env().getNumber('WEBGL_MAX_TEXTURE_SIZE') ** 2;
}

/** Says what is expected instead of a tensor that no texture can hold. */
export function tooLarge(size: number): string | null {
  const most = mostValues();
  return size <= most ? null : `at most ${most}, the size of the largest texture on this device`;
}
