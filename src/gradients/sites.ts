/**
 * The sites of a call. Its gradients gather and scatter other tensors there. Gradients drop indices
 * out of bounds without checking them again: the call itself has thrown or dropped them.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape, zeros } from '../../kernels/tfjs/seam.js';
import { type Attributes, INTO_ZEROS } from '../../kernels/call/attributes.js';
import { type Op, OPS } from '../../kernels/call/ops.js';
import type { KernelReduction } from '../../kernels/call/reductions.js';
import { FROM_ZERO } from '../../kernels/tfjs/rules.js';
import { makeZeros, runKernel } from '../backends.js';
import { inShape, type Readable, readAt, shaped } from './reads.js';

/** A scatter along some sites. */
export interface Scattering {
  reduction: KernelReduction;
  /** Whether data is zeros that were made for this call. */
  intoZeros?: boolean;
  /** Whether data was made for this call. */
  intoData?: boolean;
}

/** A sum of data and updates. */
export const ADD: Scattering = { reduction: 'add' };

/**
 * Gathers and scatters along the indices of a call. Tensors have any shape of the right size, so gradients can work on
 * flat ones, whose rank every backend accepts. A dropped site reads 0 and writes nothing.
 */
export interface Sites extends Readable {
  dataShape: number[];
  /** The shape of the values at the sites. */
  valuesShape: number[];
  /** Returns data with values, or one number for all of them, combined into it at the sites. */
  scatter(data: Tensor, values: Tensor | number, how: Scattering): Tensor;
  /** Returns the same sites with slices of size 1, for one number per slice. */
  perSlice(): Sites;
}

/** The attributes that decide which slice a site addresses. */
type SiteAttributes = Pick<Attributes, 'axis' | 'batchDims' | 'outOfBounds' | 'wrapNegatives'>;

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
  const at = attributes[attribute];
  const valuesShape = addressing.valuesShape(dataShape, indicesShape, at);
  const sliceRank = valuesShape.length - indicesShape.length + addressing.tupleRank;
  const shapedIndices = () => inShape(indices, indicesShape);
  const attrs = {
    wrapNegatives: attributes.wrapNegatives,
    [attribute]: at,
    outOfBounds: attributes.outOfBounds === 'clamp' ? 'clamp' : 'drop',
  };
  const of = (indices: Tensor) => sitesOf(op, dataShape, indices, attributes, indicesShape);
  const sites: Sites = {
    dataShape,
    valuesShape,
    read(data, reading) {
      const inputs = { data: inShape(data, dataShape), indices: shapedIndices() };
      const gather = OPS[addressing.gather];
      if (!reading) return runKernel(gather, inputs, attrs);
      const factors = shaped(reading, dataShape, valuesShape, sliceRank);
      return readAt(of, gather, inputs, factors, attrs);
    },
    sum: (values) => sites.scatter(makeZeros(dataShape), values, { intoZeros: true, ...ADD }),
    mask: (values) => sites.read(makeZeros(dataShape), { weights: values, constant: 1 }),
    scatter: (data, values, { reduction, intoData = false, intoZeros }) => {
      const isNumber = typeof values === 'number';
      const inputs = {
        data: inShape(data, dataShape),
        indices: shapedIndices(),
        ...(!isNumber && { updates: inShape(values, valuesShape) }),
      };
      const how = {
        reduction,
        intoData,
        ...(isNumber && { constant: values }),
        ...(intoZeros && INTO_ZEROS),
        ...attrs,
      };
      return runKernel(OPS[addressing.scatter], inputs, how);
    },
    perSlice() {
      const shape = dataShape.map((n, d) => (d < dataShape.length - sliceRank ? n : 1));
      return sitesOf(op, shape, indices, attributes, indicesShape);
    },
  };
  return sites;
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

export function flatten(x: Tensor): Tensor {
  return reshape(x, [-1]);
}
