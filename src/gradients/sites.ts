/**
 * The sites of a call. Its gradients gather and scatter other tensors there. Gradients drop indices
 * out of bounds without checking them again: the call itself has thrown or dropped them.
 */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { reshape, zeros } from '../../kernels/tfjs/seam.js';
import { type Alignment, type BoundsPolicy, INTO_ZEROS } from '../../kernels/call/attributes.js';
import { type Op, OPS } from '../../kernels/call/ops.js';
import type { KernelReduction } from '../../kernels/call/reductions.js';
import { shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { FROM_ZERO } from '../../kernels/tfjs/rules.js';
import { runKernel } from '../backends.js';
import { withGradient } from './with_gradient.js';

/** A scatter along some sites. */
export interface Scattering {
  reduction: KernelReduction;
  /** Default: true. */
  includeSelf?: boolean;
  /** Whether data is zeros that were made for this call. */
  intoZeros?: boolean;
  /** Whether data was made for this call. */
  intoData?: boolean;
}

/** How a read changes values: kernels/call/factors.ts explains it. Tensors are flat, or scalars. */
export interface Reading {
  constant?: number;
  over?: Tensor;
  weights?: Tensor;
  like?: Record<'source' | 'target', Tensor>;
  /** What replaces values that are not alike; by default 0. */
  fill?: number;
  /** Whether data was made for this call, and is read in order. */
  intoData?: boolean;
}

/** The inputs of a scatter that have gradients. */
export type GradientName = 'data' | 'updates';

/** A sum of data and updates. */
export const ADD: Scattering = { reduction: 'add' };

export interface ScatterCall extends Scattering {
  /** Its tensors, kept by tfjs' tape; null if the gradients depend only on dy. */
  tensors: Record<GradientName | 'output', Tensor> | null;
}

/**
 * Gathers and scatters along the indices of a call. All tensors are flat, so backends' limits on rank
 * do not matter. A dropped site reads 0 and writes nothing.
 */
export interface Sites {
  /** The shape and size of data, before it is flattened. */
  dataShape: number[];
  dataSize: number;
  /** The shape and size of the values at the sites, before they are flattened. */
  valuesShape: number[];
  valuesSize: number;
  /** Returns the values at the sites. */
  gather(data: Tensor, reading?: Reading): Tensor;
  /** Returns data with values, or one number for all of them, combined into it at the sites. */
  scatter(data: Tensor, values: Tensor | number, how: Scattering): Tensor;
  /** Returns the same sites with slices of size 1, for one number per slice. */
  perSlice(): Sites;
}

/** The attributes that decide which slice a site addresses. */
type SiteAttributes = Alignment & Omit<BoundsPolicy, 'fill'>;

/**
 * Makes the sites of a call of `op`. Indices are reshaped to `indicesShape` at each use: when a
 * derivative of a gradient runs, tfjs may have freed all tensors except those on the tape.
 */
export function sitesOf(
  op: Op,
  dataShape: number[],
  indices: Tensor,
  attributes: SiteAttributes,
  indicesShape = indices.shape,
): Sites {
  const { addressing } = op;
  const { attribute } = addressing;
  const valuesShape = addressing.valuesShape(dataShape, indicesShape, attributes);
  const sliceRank = addressing.sliceRank(dataShape, indicesShape, attributes);
  const shapedIndices = () => inShape(indices, indicesShape);
  const attrs = {
    wrapNegatives: attributes.wrapNegatives,
    [attribute]: attributes[attribute],
    outOfBounds: attributes.outOfBounds === 'clamp' ? 'clamp' : 'drop',
  };
  return {
    dataShape,
    dataSize: sizeOf(dataShape),
    valuesShape,
    valuesSize: sizeOf(valuesShape),
    gather(data, reading = {}) {
      const inputs = { data: reshape(data, dataShape), indices: shapedIndices() };
      const shapes = { data: dataShape, values: valuesShape };
      return read(OPS[addressing.gather], inputs, attrs, reading, shapes, sliceRank);
    },
    scatter: (data, values, { reduction, includeSelf = true, intoData = false, intoZeros }) => {
      const isNumber = typeof values === 'number';
      const inputs = {
        data: reshape(data, dataShape),
        indices: shapedIndices(),
        ...(!isNumber && { updates: reshape(values, valuesShape) }),
      };
      const how = {
        reduction,
        includeSelf,
        intoData,
        ...(isNumber && { constant: values }),
        ...(intoZeros && INTO_ZEROS),
        ...attrs,
      };
      return flatten(runKernel(OPS[addressing.scatter], inputs, how));
    },
    perSlice() {
      const shape = dataShape.map((n, d) => (d < dataShape.length - sliceRank ? n : 1));
      return sitesOf(op, shape, indices, attributes, indicesShape);
    },
  };
}

/** Reads all values of x in their order. */
export function readInOrder(x: Tensor, reading: Reading): Tensor {
  // Tuples of no index address all of data: as one slice, or as rows if a number of a factor is for several values.
  const sizes = [reading.over, reading.weights, reading.like?.source, reading.like?.target].map(
    (factor) => factor?.size ?? 1,
  );
  const rows = sizes.find((size) => size > 1 && size < x.size) ?? 1;
  const shape = [rows, x.size / rows];
  const inputs = { data: reshape(x, shape), indices: zeros([rows, 0], 'int32') };
  const shapes = { data: shape, values: shape };
  return read(OPS.GatherND, inputs, { batchDims: 1 }, reading, shapes, 1);
}

/** Divides x by a number for each value or row. 0 does not divide. */
export function divideBy(x: Tensor, terms: Tensor): Tensor {
  return withGradient(
    [x],
    (x) => reshape(readInOrder(x, { over: terms }), x.shape),
    (v, _, terms) => [divideBy(v, terms)],
    [terms],
  );
}

/**
 * Counts the sites of each of `slices` slices of each batch, as int32 [...batch, slices, 1]. Indices are
 * [...batch, sites, 1]; those out of bounds are dropped.
 */
export function countSites(indices: Tensor, slices: number): Tensor {
  const data = zeros([...indices.shape.slice(0, -2), slices, 1], 'int32');
  const attrs = { reduction: 'add', constant: 1, outOfBounds: 'drop', ...FROM_ZERO, ...INTO_ZEROS };
  return runKernel(OPS.ScatterND, { data, indices }, { batchDims: indices.rank - 2, ...attrs });
}

/** Runs a gather that changes values. */
function read(
  op: Op,
  inputs: { data: Tensor; indices: Tensor },
  attrs: NamedAttrMap,
  { constant, over, weights, like, fill, intoData = false }: Reading,
  shapes: Record<'data' | 'values', number[]>,
  sliceRank: number,
): Tensor {
  /** Gives a factor the shape of the values that it belongs to, or of their slices. */
  const shaped = (x: Tensor, shape: number[]) => {
    if (x.rank === 0) return x;
    const slices = shape.slice(0, shape.length - sliceRank);
    return inShape(x, x.size === sizeOf(shape) ? shape : slices);
  };
  const factors = {
    ...(over && { over: shaped(over, shapes.values) }),
    ...(weights && { weights: shaped(weights, shapes.values) }),
    ...(like && { sourceLike: shaped(like.source, shapes.data) }),
    ...(like && { targetLike: shaped(like.target, shapes.values) }),
  };
  const how = {
    intoData,
    ...(constant !== undefined && { constant }),
    ...(fill !== undefined && { fill, outOfBounds: 'drop' }),
  };
  return flatten(runKernel(op, { ...inputs, ...factors }, { ...attrs, ...how }));
}

export function flatten(x: Tensor): Tensor {
  return reshape(x, [-1]);
}

/** Reshapes a tensor, unless it has the shape: in a small call, each op of tfjs counts. */
export function inShape(x: Tensor, shape: number[]): Tensor {
  return shapesFit(x.shape, shape) ? x : reshape(x, shape);
}
