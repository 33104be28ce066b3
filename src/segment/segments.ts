/**
 * Rows and the segments that they belong to. A row holds the values that share an id, laid out flat.
 * So all segment ops compute in rank 2, or in a batch in rank 3, which tfjs' elementwise ops accept
 * on every backend.
 */
import { fill, reshape, scalar } from '@tensorflow/tfjs-core';
import type { DataType, Tensor } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/contract/ops.js';
import { sizeOf } from '../../kernels/contract/shapes.js';
import { FROM_ZERO } from '../../kernels/contract/tfjs_rules.js';
import { currentLimits, runKernel } from '../backends.js';
import { repeat } from '../ops/repeat.js';

export class Segments {
  /** `ids` is [...batch, rows, 1]; a row whose id is negative, or `count` or more, has no segment. */
  constructor(
    readonly ids: Tensor,
    private readonly count: number,
  ) {}

  /** Returns the same segments by a copy of their ids, as a gradient is given one. */
  of(ids: Tensor): Segments {
    return new Segments(ids, this.count);
  }

  /** Combines the rows of each segment to one; `empty` fills it for segments without rows. */
  reduce(rows: Tensor, reduction: 'add' | 'mul' | 'max' | 'min' | 'mean', empty: number): Tensor {
    const shape = [...rows.shape.slice(0, -2), this.count, ...rows.shape.slice(-1)];
    const start = filled(shape, empty, rows.dtype);
    // Sums and products start from their identity, so `empty` may take part in them.
    const includeSelf = reduction === 'add' || reduction === 'mul';
    const inputs = { data: start, indices: this.ids, updates: rows };
    return runKernel(OPS.ScatterND, inputs, { ...this.attributes, reduction, includeSelf });
  }

  /** Returns for each row the row of its segment; 0 for a row that belongs to none. */
  spread(perSegment: Tensor): Tensor {
    return runKernel(OPS.GatherND, { data: perSegment, indices: this.ids }, this.attributes);
  }

  private get attributes() {
    return { batchDims: this.ids.rank - 2, outOfBounds: 'drop', ...FROM_ZERO } as const;
  }
}

/**
 * Fills a shape with a number, or of int32 with the nearest that the backend holds. On webgpu tfjs' own
 * fill rounds it to a float.
 */
export function filled(shape: number[], value: number, dtype: DataType): Tensor {
  if (dtype !== 'int32') return fill(shape, value, dtype);
  const { lowest, highest } = currentLimits(dtype);
  const held = Math.min(Math.max(value, lowest), highest);
  if (Math.fround(held) === held) return fill(shape, held, dtype);
  return reshape(repeat(scalar(held, dtype), 0, sizeOf(shape)), shape);
}
