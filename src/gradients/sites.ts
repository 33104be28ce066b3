/**
 * The sites of a call. Its gradients gather and scatter other tensors there. Gradients drop indices
 * out of bounds without checking them again: the call itself has thrown or dropped them.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { ones, reshape, zeros } from '../../kernels/tfjs/seam.js';
import { type Attributes, type CallAttributes, INTO_ZEROS } from '../../kernels/call/attributes.js';
import { type Op, OPS } from '../../kernels/call/ops.js';
import { FROM_ZERO } from '../../kernels/tfjs/rules.js';
import { makeZeros, runKernel } from '../backends.js';
import { inShape, type Readable, readAt } from './reads.js';

/**
 * Gathers and scatters along the indices of a call. Tensors have any shape of the right size, so gradients can work on
 * flat ones, whose rank every backend accepts. A dropped site reads 0 and writes nothing.
 */
export interface CallSites extends Readable {
  dataShape: number[];
  /** The shape of the values at the sites. */
  valuesShape: number[];
  /** Returns data with values, or one number for all of them, combined into it at the sites. */
  scatter(data: Tensor, values: Tensor | number, how: Combining): Tensor;
  /** Returns the same sites with slices of size 1, for one number per slice. */
  perSlice(): CallSites;
  /** Returns the number of sites of each slice, and one more for `includeSelf`, as int32. */
  count(includeSelf: boolean): Tensor;
}

/** How a scatter combines: the attributes of its kernel. */
type Combining = Pick<CallAttributes, 'reduction'> & Partial<CallAttributes>;

/** The attributes that decide which slice a site addresses. */
interface SiteAttributes extends Pick<
  Attributes,
  'axis' | 'batchDims' | 'outOfBounds' | 'wrapNegatives'
> {
  /** Whether every site is kept, so reads need not look for dropped ones. */
  isWhole?: boolean;
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
  const isWhole = attributes.isWhole ?? clamps;
  const valuesShape = addressing.valuesShape(dataShape, indicesShape, at);
  const sliceRank = valuesShape.length - indicesShape.length + addressing.tupleRank;
  const inputsOf = (data: Tensor) => ({
    data: inShape(data, dataShape),
    indices: inShape(indices, indicesShape),
  });
  const attrs = { wrapNegatives, [attribute]: at, outOfBounds: clamps ? 'clamp' : 'drop' };
  const readAttrs = isWhole ? { ...attrs, outOfBounds: 'clamp' } : attrs;
  const of = (indices: Tensor) => sitesOf(op, dataShape, indices, attributes, indicesShape);
  const sites: CallSites = {
    dataShape,
    valuesShape,
    read(data, reading) {
      const gather = OPS[addressing.gather];
      if (!reading) return runKernel(gather, inputsOf(data), readAttrs);
      const inputs = inputsOf(data);
      const place = {
        op: gather,
        attrs: readAttrs,
        dataShape,
        valuesShape,
        sliceRank,
        sitesAt: of,
      };
      return readAt(place, inputs.data, inputs.indices, reading);
    },
    sum: (values) =>
      sites.scatter(makeZeros(dataShape), values, { reduction: 'add', ...INTO_ZEROS }),
    mask: (values) =>
      isWhole ? values : sites.read(makeZeros(dataShape), { weights: values, constant: 1 }),
    scatter(data, values, { reduction, includeSelf = true, intoData = false, dataIsZero = false }) {
      const scatter = OPS[addressing.scatter];
      const inputs = inputsOf(data);
      // Listed, and spread last: V8 is slow to add a key to a spread object.
      const how = { reduction, includeSelf, intoData, dataIsZero, ...attrs };
      if (typeof values === 'number') {
        return runKernel(scatter, inputs, { constant: values, ...how });
      }
      const updates = inShape(values, valuesShape);
      return runKernel(scatter, { updates, ...inputs }, how);
    },
    perSlice() {
      const shape = dataShape.map((n, d) => (d < dataShape.length - sliceRank ? n : 1));
      return sitesOf(op, shape, indices, attributes, indicesShape);
    },
    count(includeSelf) {
      const slices = sites.perSlice();
      const self = (includeSelf ? ones : zeros)(slices.dataShape, 'int32');
      const dataIsZero = !includeSelf;
      return slices.scatter(self, 1, { reduction: 'add', intoData: true, dataIsZero });
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
  isWhole = false,
): CallSites {
  const attributes = { axis: 0, batchDims, outOfBounds: 'drop', isWhole, ...FROM_ZERO } as const;
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
