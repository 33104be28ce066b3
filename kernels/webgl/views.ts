/** Textures as flat arrays of texels, and how large they can be. */
import { sizeOf } from '../call/shapes.js';
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

/** Textures made from indices: these as integers, or the order of a call's sites. */
export interface Own {
  /** The indices themselves or, of an order, where its runs end. */
  main: View;
  /** The other textures of an order. */
  others: Partial<Record<'slices' | 'sites' | 'sources' | 'pieces', View>>;
  /** The number of touched slices, if an order lists them; otherwise null. */
  touched: number | null;
}

export const texturesOf = ({ main, others }: Own): View[] => [main, ...Object.values(others)];

/** The view of an empty tensor: it has no texture, and nothing reads it. */
export const EMPTY: View = { texture: null, width: 1, height: 1, start: 0, isBool: false };

/** Returns how many values the largest texture holds. */
function mostValues(): number {
  return env().getNumber('WEBGL_MAX_TEXTURE_SIZE') ** 2;
}

/** Says what is expected instead of a tensor that no texture can hold. */
export function tooLarge(size: number): string | null {
  const most = mostValues();
  return size <= most ? null : `at most ${most}, the size of the largest texture on this device`;
}

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
export function roomFor(shape: number[]): number[] {
  const outer = sizeOf(shape) === shape.at(-1) ? shape : shape.slice(0, -1);
  const longest = Math.max(1, ...outer);
  const step = 2 ** Math.max(0, Math.floor(Math.log2(longest)) - 4);
  const axis = outer.lastIndexOf(longest);
  const most = Math.floor(mostValues() / (sizeOf(shape) / longest));
  const rounded = Math.max(longest, Math.min(Math.ceil(longest / step) * step, most));
  return shape.map((length, d) => (d === axis ? rounded : length));
}
