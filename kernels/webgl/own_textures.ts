/**
 * Textures of integers that programs read, of the package's own: the order of a call's sites, and exact indices where
 * those of tfjs may be rounded. WebGL 2 can sample them on every device. They are cached by the data of the indices.
 */
import type { Indexed } from '../call/ends.js';
import { checkSize } from '../call/inputs.js';
import type { ScatterPlan } from '../call/plan.js';
import { offsetsIn, type Order, orderSites } from '../cpu/host.js';
import { addressingOf } from '../gpu/orders.js';
import { env } from '../tfjs/seam.js';
import { contextOf, type WebGLBackend } from './context.js';
import { PIECE, SLICE_COST } from './strategy.js';
import { type Own, texturesOf, tooLarge, type View } from './views.js';

/** An end whose indices the host knows. */
interface KnownEnd {
  end: Indexed;
  indices: Int32Array;
}

/** Returns whether it is better to copy data and draw so many slices than to compute all of data. */
export function areFew(slices: number, { target: { geometry } }: ScatterPlan): boolean {
  return slices * (geometry.sliceSize + SLICE_COST) < geometry.dataSize;
}

/**
 * Returns the order of a call's sites: where the run of each slice ends. If few slices are touched, only these have runs,
 * and their numbers are in `slices`. The other textures are left out where none reads them: the sorted sites; the offsets
 * of their sources, -1 for dropped ones, if the host knows them; and `piecesOf` long runs.
 */
export function orderOf(
  plan: ScatterPlan,
  indices: Int32Array,
  sources: Int32Array | null,
  backend: WebGLBackend,
): Own {
  const { end, by } = plan.read;
  const target = { end: plan.target, indices };
  const source = end.geometry && sources ? { end, indices: sources } : null;
  // Only weights have numbers of their own for each site.
  const readsSites = end.tensor !== null && !(source && !by.weights);
  const known = source ? [target, source] : [target];
  // Offsets, and which slices are listed, depend on the size of slices; and the host throws for indices.
  const keys = known.map(({ end }) => [addressingOf(end), end.geometry.sliceSize, end.outOfBounds]);
  return ownOf(known, [...keys, readsSites].join(' '), backend, () => {
    const order = orderSites(target, (slices) => areFew(slices, plan));
    const { kept, runs, touched } = order;
    const texture = (texels: Int32Array, count: number) => textureOf(texels, count, backend);
    const pieces = piecesOf(order, plan.target.geometry.siteCount);
    const others = {
      ...(touched && { slices: texture(touched, runs) }),
      ...(readsSites && { sites: texture(order.sites, kept) }),
      ...(source && { sources: texture(offsetsIn(order, source), kept) }),
      ...(pieces && { pieces: texture(pieces, pieces.length) }),
    };
    // The first run begins at 0. There may be as many runs as the largest texture holds.
    return { main: texture(order.begins.subarray(1), runs), others, touched: touched && runs };
  });
}

/** The numbers of a piece. */
export const PER_PIECE = 3;

/**
 * Returns where the pieces of long runs begin and end, except the first ones, and their slices; null if there are
 * none. They begin at least PIECE sites apart, so the one that begins at site n has the number n / PIECE, rounded down.
 */
function piecesOf({ touched, begins, kept }: Order, siteCount: number): Int32Array | null {
  let pieces: Int32Array | null = null;
  for (let n = 0; begins[n] < kept; n++) {
    const end = begins[n + 1];
    for (let begin = begins[n] + PIECE; begin < end; begin += PIECE) {
      pieces ??= new Int32Array(PER_PIECE * Math.ceil(siteCount / PIECE));
      const piece = [begin, Math.min(begin + PIECE, end), touched ? touched[n] : n];
      pieces.set(piece, PER_PIECE * Math.floor(begin / PIECE));
    }
  }
  return pieces;
}

/** Returns a view of indices as integers. */
export function exactIndices(known: KnownEnd, backend: WebGLBackend): View {
  const { indices } = known;
  return ownOf([known], 'exact', backend, () => ({
    main: textureOf(indices, indices.length, backend),
    others: {},
    touched: null,
  })).main;
}

/** Returns what `make` makes of indices, and caches it under a key that says all else that it depends on. */
function ownOf(
  known: readonly KnownEnd[],
  key: string,
  backend: WebGLBackend,
  make: () => Own,
): Own {
  const { own: kept } = contextOf(backend);
  const indices = known.map((each) => each.indices);
  const found = kept.find(key, indices);
  if (found) return found;
  const own = make();
  const textures = texturesOf(own);
  const bytes = textures.reduce((sum, { width, height }) => sum + 4 * width * height, 0);
  const room = { bytes, objects: textures.length };
  const records = known.map(({ end }) => backend.texData.get(end.indices.dataId));
  kept.makeRoom(room);
  kept.keep(own, room, key, indices, records);
  return own;
}

/** Makes a texture of the first `count` integers, and zeros. It may overwrite the others. */
function textureOf(integers: Int32Array, count: number, backend: WebGLBackend): View {
  const { gl } = contextOf(backend);
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
