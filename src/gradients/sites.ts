/**
 * The sites of a call. Its gradients gather and scatter other tensors there. Gradients drop indices
 * out of bounds without checking them again: the call itself has thrown or dropped them.
 */
import type { DataType, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { reshape, zeros } from '../../kernels/tfjs/seam.js';
import type { Attributes } from '../../kernels/call/attributes.js';
import { type Op, OPS } from '../../kernels/call/ops.js';
import { FROM_ZERO } from '../../kernels/tfjs/rules.js';
import { runKernel } from '../backends.js';
import { inShape, type Readable, readAt } from './reads.js';

/**
 * Gathers and scatters along the indices of a call. Tensors have any shape of the right size, so gradients can work on
 * flat ones, whose rank every backend accepts. A dropped site reads 0 and writes nothing.
 */
export interface CallSites extends Readable {
  dataShape: number[];
  /** The shape of the values at the sites. */
  valuesShape: number[];
  /** Combines values at the sites with data. Either may be one number. */
  scatter(data: Tensor | number, values: Tensor | number, how: Combining): Tensor;
  /** Returns the same sites with slices of size 1, for one number per slice. */
  perSlice(): CallSites;
  /** Returns the number of sites of each slice, and one more for `includeSelf`, as int32. */
  count(includeSelf: boolean): Tensor;
}

/** How a scatter combines: the attributes of its kernel. */
interface Combining extends Pick<Attributes, 'reduction'> {
  includeSelf?: boolean;
  /** Whether data was made for this call. */
  givesUp?: boolean;
  /** The dtype of the result, if both data and values are numbers. Default: float32. */
  dtype?: DataType;
}

/** The attributes that decide which slice a site addresses. */
interface SiteAttributes extends Pick<
  Attributes,
  'axis' | 'batchDims' | 'outOfBounds' | 'wrapNegatives'
> {
  /** Whether every site is kept, so reads need not look for dropped ones. */
  keepsAll?: boolean;
}

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
): CallSites {
  const { addressing } = op;
  const { attribute } = addressing;
  const { outOfBounds, wrapNegatives, [attribute]: at } = attributes;
  const clamps = outOfBounds === 'clamp';
  const keepsAll = attributes.keepsAll ?? clamps;
  const valuesShape = addressing.valuesShape(dataShape, indicesShape, at);
  const sliceRank = valuesShape.length - indicesShape.length + addressing.tupleRank;
  const inputsOf = (data: Tensor) => ({
    data: inShape(data, dataShape),
    indices: inShape(indices, indicesShape),
  });
  const attrs = { wrapNegatives, [attribute]: at, outOfBounds: clamps ? 'clamp' : 'drop' };
  const readAttrs = keepsAll ? { ...attrs, outOfBounds: 'clamp' } : attrs;
  const sitesAt = (indices: Tensor) => sitesOf(op, dataShape, indices, attributes, indicesShape);
  const sites: CallSites = {
    dataShape,
    valuesShape,
    read(data, reading) {
      const op = OPS[addressing.gather];
      const inputs = inputsOf(data);
      if (!reading) return runKernel(op, inputs, readAttrs);
      const gather = {
        op,
        attrs: readAttrs,
        dataShape,
        valuesShape,
        sliceRank,
        sitesAt,
      };
      return readAt(gather, inputs.data, inputs.indices, reading);
    },
    sum: (values) => sites.scatter(0, values, { reduction: 'add' }),
    mask: (values) =>
      keepsAll ? values : sites.read(zeros(dataShape), { weights: values, constant: 1 }),
    scatter(data, values, { reduction, includeSelf = true, givesUp = false, dtype = 'float32' }) {
      const isNumber = typeof values === 'number';
      const valuesDtype = isNumber ? dtype : values.dtype;
      const start: NamedAttrMap =
        typeof data === 'number'
          ? { start: data, shape: dataShape, dtype: valuesDtype }
          : { givesUp };
      const constant: NamedAttrMap = isNumber ? { constant: values } : {};
      // Spread last: V8 is slow to add a key to a spread object.
      const how = { reduction, includeSelf, ...start, ...constant, ...attrs };
      const inputs: Record<string, Tensor> = {};
      if (typeof data !== 'number') inputs.data = inShape(data, dataShape);
      inputs.indices = inShape(indices, indicesShape);
      if (!isNumber) inputs.updates = inShape(values, valuesShape);
      return runKernel(OPS[addressing.scatter], inputs, how);
    },
    perSlice() {
      const shape = dataShape.map((n, d) => (d < dataShape.length - sliceRank ? n : 1));
      return sitesOf(op, shape, indices, attributes, indicesShape);
    },
    count(includeSelf) {
      return sites.perSlice().scatter(+includeSelf, 1, { reduction: 'add', dtype: 'int32' });
    },
  };
  return sites;
}

/** Makes the sites of tuples in data of a shape. They are dropped if out of bounds, as negative ones are. */
export function sitesOfTuples(
  shape: number[],
  tuples: Tensor,
  batchDims: number,
  tuplesShape = tuples.shape,
  keepsAll = false,
): CallSites {
  const attributes = { axis: 0, batchDims, outOfBounds: 'drop', keepsAll, ...FROM_ZERO } as const;
  return sitesOf(OPS.GatherND, shape, tuples, attributes, tuplesShape);
}

/** Counts the sites of each of `slices` slices, as int32 [...batch, slices, 1]. Indices are [...batch, sites]. */
export function countSites(indices: Tensor, slices: number): Tensor {
  const { shape } = indices;
  const batch = shape.slice(0, -1);
  return sitesOfTuples([...batch, slices, 1], indices, batch.length, [...shape, 1]).count(false);
}

export function flatten(x: Tensor): Tensor {
  return reshape(x, [-1]);
}
