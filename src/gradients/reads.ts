/**
 * Reads that change values: gathers with factors. Gradients and segment ops consist of them, and even where no index is
 * involved, arithmetic on tensors is a gather in order. tfjs' ops would need a tensor of the values that sites read,
 * multiply infinite values by masks, and on webgl compile a program for each number of sites.
 */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { engine, reshape, scalar } from '../../kernels/tfjs/seam.js';
import { type ByFactor, FACTORS, type Mapping } from '../../kernels/call/reads.js';
import { COMBINE, type Op } from '../../kernels/call/ops.js';
import { shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { isTaped, asConstant, withGradient } from '../tape.js';

/**
 * How a read changes values, as kernels/call/reads.ts explains. Only `from` and `weights` have gradients. With
 * `sourceLike`, they do only if that is a scalar, or if values are read in their order.
 */
export interface Reading extends ByFactor<Tensor> {
  /** Only the exponential has a gradient. */
  map?: Mapping;
  constant?: number;
  /** What dropped sites get, and those that are not alike. Default 0. Sites that clamp keep their values. */
  fill?: number;
  /** Whether data was made for this call, and is read in order. */
  givesUp?: boolean;
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

/** A gather: its op and its attributes, and the shapes that factors may have. */
export interface Gather {
  op: Op;
  attrs: NamedAttrMap;
  /** The shapes of data and of the values at the sites. */
  dataShape: number[];
  valuesShape: number[];
  /** The number of dimensions of a slice. */
  sliceRank: number;
  /** Returns the same sites at the copy of indices that the tape kept. */
  sitesAt: (indices: Tensor) => Readable;
}

/** The inputs of a read that have gradients, and those that are constants of it. */
const DIFFERENTIABLE = ['data', 'indices', 'from', 'weights'];
const CONSTANTS = ['over', 'sourceLike', 'targetLike'];

/** Runs a gather that changes values. In small calls each copy of an object counts, so this lists names. */
export function readAt(gather: Gather, data: Tensor, indices: Tensor, reading: Reading): Tensor {
  const { op, attrs, dataShape, valuesShape, sliceRank } = gather;
  const { fill } = reading;
  const inputs: Record<string, Tensor> = { data, indices };
  for (const name of FACTORS) {
    const { [name]: factor } = reading;
    if (!factor) continue;
    const shape = name === 'sourceLike' ? dataShape : valuesShape;
    // It has a number for each value, or for each slice, or is a scalar.
    const hasAll = factor.rank === 0 || factor.size === sizeOf(shape);
    const sites = hasAll ? shape : shape.slice(0, shape.length - sliceRank);
    inputs[name] = factor.rank === 0 ? factor : inShape(factor, sites);
  }
  const how: NamedAttrMap = { op: op.kernelName, ...attrs };
  if (fill !== undefined && attrs.outOfBounds !== 'clamp') {
    how.fill = fill;
    how.outOfBounds = 'drop';
  }
  return runRead(inputs, how, reading, (kept) => gather.sitesAt(kept.indices));
}

/** Runs a read with its gradients. `sitesOf` returns its sites with what the tape kept. */
function runRead(
  inputs: Record<string, Tensor>,
  how: NamedAttrMap,
  reading: Reading,
  sitesOf: (kept: Record<string, Tensor>) => Readable,
): Tensor {
  const { map, constant } = reading;
  if (map) how.map = map;
  if (constant !== undefined) how.constant = constant;
  const run = () => engine().runKernel<Tensor>(COMBINE, inputs, how);
  if (!isTaped()) return run();
  const listed = (names: string[]) =>
    Object.fromEntries(Object.entries(inputs).filter(([name]) => names.includes(name)));
  const operands = listed(DIFFERENTIABLE);
  const isLinear = !map && (!reading.weights || constant !== undefined);
  return withGradient(
    operands,
    isLinear ? Object.keys(listed(['indices'])) : Object.keys(operands),
    run,
    (dy, kept) => {
      const gradients = gradientsOf(dy, kept.data, kept, sitesOf(kept), reading);
      const inShapeOf = (name: keyof typeof gradients) => () =>
        inShape(gradients[name](), inputs[name].shape);
      return { data: inShapeOf('data'), from: inShapeOf('from'), weights: inShapeOf('weights') };
    },
    listed(CONSTANTS),
  );
}

/** Returns the gradients of a read. Of the tensors that it had, only those that the tape kept may be used. */
function gradientsOf(
  dy: Tensor,
  data: Tensor,
  { from, over, weights, sourceLike, targetLike }: ByFactor<Tensor>,
  sites: Readable,
  reading: Reading,
) {
  const { map, constant } = reading;
  const alikeGradient = sourceLike ? readInOrder(dy, { sourceLike, targetLike }) : dy;
  const again = (weights: Tensor) => sites.read(data, { from, over, weights, map });
  /** Computes the gradient by the difference, or by the value that is read in its place. */
  const differenceGradient = () => {
    const powerGradient = weights ? times(alikeGradient, weights) : alikeGradient;
    const quotientGradient = map ? again(powerGradient) : powerGradient;
    return over ? readInOrder(quotientGradient, { over }) : quotientGradient;
  };
  return {
    data() {
      const sum = sites.sum(differenceGradient());
      return reading.from ? minus(scalar(0), sum) : sum;
    },
    from: () => (map ? differenceGradient() : sites.mask(differenceGradient())),
    weights: () => (constant === undefined ? again(alikeGradient) : sites.mask(alikeGradient)),
  };
}

const IN_ORDER: Readable = { read: readInOrder, sum: (values) => values, mask: (values) => values };

/** Reads all values of x in their order. A factor has a number for each value or row of x, or is a scalar. */
export function readInOrder(x: Tensor, reading: Reading = {}): Tensor {
  const { fill, givesUp } = reading;
  const inputs: Record<string, Tensor> = { data: x };
  for (const name of FACTORS) {
    const { [name]: factor } = reading;
    if (factor) inputs[name] = factor;
  }
  const how: NamedAttrMap = { op: 'Change' };
  if (fill !== undefined) how.fill = fill;
  if (givesUp) how.givesUp = true;
  return runRead(inputs, how, reading, () => IN_ORDER);
}

/** Reshapes a tensor, unless it has the shape: in a small call, each op of tfjs counts. */
export function inShape(x: Tensor, shape: number[]): Tensor {
  return shapesFit(x.shape, shape) ? x : reshape(x, shape);
}

/** Returns where numbers are zero, as 0 and 1, without a gradient. */
export function zerosOf(x: Tensor): Tensor {
  return asConstant(() => readInOrder(x, { constant: 1, sourceLike: x, targetLike: scalar(0) }));
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
