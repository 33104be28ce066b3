/**
 * The sites of a call. Its gradients gather and scatter other tensors there. Gradients drop indices
 * out of bounds without checking them again: the call itself has thrown or dropped them.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/tfjs/seam.js';
import { type Alignment, type BoundsPolicy, INTO_ZEROS } from '../../kernels/call/attributes.js';
import type { GradientName } from '../../kernels/call/gradient_plan.js';
import { gradientKernelName, type Op, OPS } from '../../kernels/call/ops.js';
import type { KernelReduction } from '../../kernels/call/reductions.js';
import { shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { runKernel, runOptionalKernel } from '../backends.js';

/** A scatter along some sites. */
export interface Scattering {
  reduction: KernelReduction;
  /** Default: true. */
  includeSelf?: boolean;
  /** Whether data is zeros that were made for this call. */
  intoZeros?: boolean;
}

/** A sum of data and updates. */
export const SUM: Scattering = { reduction: 'add' };

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
  gather(data: Tensor): Tensor;
  /** Returns data with values combined into it at the sites. */
  scatter(data: Tensor, values: Tensor, how: Scattering): Tensor;
  /**
   * Computes gradients of a scatter with the backend's kernel; null if it has none for the reduction. Without
   * tensors they must depend only on dy.
   */
  gradients(wanted: readonly GradientName[], dy: Tensor, call: ScatterCall): Tensor[] | null;
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
    gather: (data) =>
      flatten(
        runKernel(
          OPS[addressing.gather],
          { data: reshape(data, dataShape), indices: shapedIndices() },
          attrs,
        ),
      ),
    scatter: (data, values, { reduction, includeSelf = true, intoZeros }) => {
      const updates = reshape(values, valuesShape);
      const inputs = { data: reshape(data, dataShape), indices: shapedIndices(), updates };
      const how = { reduction, includeSelf, ...(intoZeros && INTO_ZEROS), ...attrs };
      return flatten(runKernel(OPS[addressing.scatter], inputs, how));
    },
    gradients: (wanted, dy, { reduction, includeSelf = true, tensors }) => {
      const inputs = { dy: reshape(dy, dataShape), indices: shapedIndices(), ...tensors };
      const how = { reduction, includeSelf, gradients: wanted, ...attrs };
      const results = runOptionalKernel(gradientKernelName(op), inputs, how)?.map(flatten);
      return results && results.length > 0 ? results : null;
    },
    perSlice: () =>
      sitesOf(
        op,
        addressing.slicelessShape(dataShape, indicesShape, attributes),
        indices,
        attributes,
        indicesShape,
      ),
  };
}

export function flatten(x: Tensor): Tensor {
  return reshape(x, [-1]);
}

/** Reshapes a tensor, unless it has the shape: in a small call, each op of tfjs counts. */
export function inShape(x: Tensor, shape: number[]): Tensor {
  return shapesFit(x.shape, shape) ? x : reshape(x, shape);
}
