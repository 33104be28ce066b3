/**
 * Rows and the segments that they belong to. A row holds the values that share an id, so all segment ops
 * compute in rank 2, or in rank 3 with a batch, which tfjs' elementwise ops accept on every backend.
 */
import { div, fill, maximum, ones, reshape, scalar, sqrt } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/contract/ops.js';
import { sizeOf } from '../../kernels/contract/shapes.js';
import { FROM_ZERO } from '../../kernels/contract/tfjs_rules.js';
import { currentLimits, runKernel } from '../backends.js';
import { stopGradient } from '../gradients/with_gradient.js';
import { repeat } from '../ops/repeat.js';

/** Segments whose rows an op can reduce. */
export interface Reducible {
  /** The maximum number of rows of a segment. */
  terms: number;
  /** Combines the rows of each segment to one row. Empty segments are filled with `empty`. */
  reduce(rows: Tensor, reduction: 'add' | 'max' | 'min' | 'mean', empty: number): Tensor;
  /** Returns for each segment 1 / √n, where n is the number of its rows, but at least 1. */
  inverseRoots(): Tensor;
}

export class Segments implements Reducible {
  readonly terms: number;

  /** `ids` is [...batch, rows, 1]. A row whose id is negative, or at least `count`, has no segment. */
  constructor(
    readonly ids: Tensor,
    private readonly count: number,
  ) {
    this.terms = ids.shape[ids.rank - 2];
  }

  /** Returns the same segments with the copy of ids that a gradient function receives. */
  of(ids: Tensor): Segments {
    return new Segments(ids, this.count);
  }

  reduce(rows: Tensor, reduction: 'add' | 'mul' | 'max' | 'min' | 'mean', empty: number): Tensor {
    const start = startOf(rows, this.count, empty);
    // For sums and products `empty` is the identity, so it may take part.
    const includeSelf = reduction === 'add' || reduction === 'mul';
    const inputs = { data: start, indices: this.ids, updates: rows };
    return runKernel(OPS.ScatterND, inputs, { ...this.attributes, reduction, includeSelf });
  }

  /** Returns for each row the row of its segment, or 0 if it has none. */
  spread(perSegment: Tensor): Tensor {
    return runKernel(OPS.GatherND, { data: perSegment, indices: this.ids }, this.attributes);
  }

  inverseRoots(): Tensor {
    return stopGradient(() =>
      div(1, sqrt(maximum(this.reduce(ones(this.ids.shape), 'add', 0), 1))),
    );
  }

  private get attributes() {
    return { batchDims: this.ids.rank - 2, outOfBounds: 'drop', ...FROM_ZERO } as const;
  }
}

/**
 * Makes `count` rows that are filled with a number, of the length and dtype of `rows`. An int32 is clamped
 * to the range of the backend, and exact: on webgpu, tfjs' fill would round it to float32.
 */
export function startOf({ shape: given, dtype }: Tensor, count: number, value: number): Tensor {
  const shape = [...given.slice(0, -2), count, ...given.slice(-1)];
  if (dtype !== 'int32') return fill(shape, value, dtype);
  const { lowest, highest } = currentLimits(dtype);
  const held = Math.min(Math.max(value, lowest), highest);
  if (Math.fround(held) === held) return fill(shape, held, dtype);
  return reshape(repeat(scalar(held, dtype), 0, sizeOf(shape)), shape);
}
