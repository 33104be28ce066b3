/**
 * Reads that change values: gathers with factors. Gradients and segment ops consist of them, and even where no index is
 * involved, arithmetic on tensors is a gather in order. tfjs' ops would need a tensor of the values that sites read,
 * multiply infinite values by masks, and on webgl compile a program for each number of sites.
 */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { engine, reshape, scalar, zeros } from '../../kernels/tfjs/seam.js';
import { type ByFactor, mapFactors, type Mapping } from '../../kernels/call/reads.js';
import { type Op, OPS } from '../../kernels/call/ops.js';
import { shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { requireKernels } from '../backends.js';
import { withGradient, stopGradient } from '../tape.js';

/**
 * How a read changes values, as kernels/call/reads.ts explains. Only `from` and `weights` have gradients. With
 * `sourceLike`, they do only if that is a scalar, or if values are read in their order.
 */
export interface Reading extends ByFactor<Tensor> {
  /** Only the exponential has a gradient. */
  map?: Mapping;
  constant?: number;
  /** What sites without a value get, unless they clamp, and those not alike; by default 0. */
  fill?: number;
  /** Whether data was made for this call, and is read in order. */
  intoData?: boolean;
}

/** Sites that read values. */
export interface Readable {
  /** Returns the values of the sites, with gradients of every order by data, `from` and `weights`. */
  read: (data: Tensor, reading?: Reading) => Tensor;
  /** Sums the values of sites at the places that they read. */
  sum: (values: Tensor) => Tensor;
  /** Returns 0 for sites that read nothing. */
  mask: (values: Tensor) => Tensor;
}

/** Runs a gather that changes values. `sitesAt` returns its sites at the copy of indices that the tape kept. */
export function readAt(
  sitesAt: (indices: Tensor) => Readable,
  { kernelName }: Op,
  { data, indices }: Record<'data' | 'indices', Tensor>,
  { from, over, weights, sourceLike, targetLike, fill, ...changes }: Reading,
  attrs: NamedAttrMap,
): Tensor {
  const { map, constant } = changes;
  const inputs = { data, indices, ...(from && { from }), ...(weights && { weights }) };
  const constants = {
    ...(over && { over }),
    ...(sourceLike && targetLike && { sourceLike, targetLike }),
  };
  const fills = fill !== undefined && attrs.outOfBounds !== 'clamp';
  const how = { ...attrs, ...changes, ...(fills && { fill, outOfBounds: 'drop' }) };
  const isLinear = !map && (!weights || constant !== undefined);
  requireKernels();
  return withGradient(
    inputs,
    isLinear ? ['indices'] : Object.keys(inputs),
    () => engine().runKernel<Tensor>(kernelName, { ...inputs, ...constants }, how),
    (dy, { data, indices, ...by }) => {
      const { from, over, weights, sourceLike, targetLike } = by as ByFactor<Tensor>;
      const sites = sitesAt(indices);
      const ofAlike = sourceLike ? readInOrder(dy, { sourceLike, targetLike }) : dy;
      const again = (weights: Tensor) => sites.read(data, { from, over, weights, map });
      /** Computes the gradient by the difference, or by the value that is read in its place. */
      const ofDifference = () => {
        const ofPower = weights ? times(ofAlike, weights) : ofAlike;
        const ofQuotient = map ? again(ofPower) : ofPower;
        return over ? readInOrder(ofQuotient, { over }) : ofQuotient;
      };
      return {
        data() {
          const sum = sites.sum(ofDifference());
          return 'from' in inputs ? minus(scalar(0), sum) : sum;
        },
        from: () => (map ? ofDifference() : sites.mask(ofDifference())),
        weights: () => (constant === undefined ? again(ofAlike) : sites.mask(ofAlike)),
      };
    },
    constants,
  );
}

const IN_ORDER: Readable = { read: readInOrder, sum: (values) => values, mask: (values) => values };

/** Reads all values of x in their order. A factor has a number for each value or row of x, or is a scalar. */
export function readInOrder(x: Tensor, reading: Reading = {}): Tensor {
  // Tuples of no index address all of x: as one slice, or as rows if a number of a factor is for several values.
  const sizes = Object.values(mapFactors(reading, ({ size }) => size));
  const rows = sizes.find((size) => size > 1 && size !== x.size) ?? 1;
  const isWhole = rows === 1 && x.rank > 0;
  const shape = isWhole ? x.shape : [rows, x.size / rows];
  const inputs = { data: inShape(x, shape), indices: zeros(isWhole ? [0] : [rows, 0], 'int32') };
  const factors = shaped(reading, shape, shape, isWhole ? shape.length : 1);
  const attrs = { batchDims: isWhole ? 0 : 1 };
  return inShape(
    readAt(() => IN_ORDER, OPS.GatherND, inputs, factors, attrs),
    x.shape,
  );
}

/** Gives factors the shape of the values that they belong to, or of their slices. */
export function shaped(
  reading: Reading,
  data: number[],
  values: number[],
  sliceRank: number,
): Reading {
  const factors = mapFactors(reading, (x, name) => {
    if (x.rank === 0) return x;
    const shape = name === 'sourceLike' ? data : values;
    return inShape(x, x.size === sizeOf(shape) ? shape : shape.slice(0, shape.length - sliceRank));
  });
  return { ...reading, ...factors };
}

/** Reshapes a tensor, unless it has the shape: in a small call, each op of tfjs counts. */
export function inShape(x: Tensor, shape: number[]): Tensor {
  return shapesFit(x.shape, shape) ? x : reshape(x, shape);
}

/** Returns where numbers are zero, as 0 and 1, without a gradient. */
export function zerosOf(x: Tensor): Tensor {
  return stopGradient(() => readInOrder(x, { constant: 1, sourceLike: x, targetLike: scalar(0) }));
}

/** Returns x, but `otherwise` where `zeros` has 1. The gradient of tfjs' where would multiply an infinite dy by 0. */
export function unless(zeros: Tensor, x: Tensor, otherwise?: number): Tensor {
  return readInOrder(x, { sourceLike: scalar(0), targetLike: zeros, fill: otherwise });
}

export function times(a: Tensor, b: Tensor): Tensor {
  return readInOrder(a, { weights: b });
}

export function minus(a: Tensor, b: Tensor): Tensor {
  return readInOrder(b, { from: a });
}
