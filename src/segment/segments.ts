/**
 * Rows and the segments they belong to. All segment ops compute on rows, the values that share an id
 * laid out flat: rank 2 throughout, for tfjs' elementwise ops have limits on ranks that differ
 * between backends.
 */
import { fill } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { gatherND } from '../gather_nd.js';
import { scatterND } from '../scatter_nd.js';

export class Segments {
  /** `ids` is [rows, 1]; a row whose id is `count` or more belongs to no segment. */
  constructor(
    private readonly ids: Tensor,
    private readonly count: number,
  ) {}

  /** One row for each segment, combined from its own; `empty` fills those of segments without. */
  reduce(rows: Tensor, reduction: 'add' | 'mul' | 'max' | 'min' | 'mean', empty: number): Tensor {
    const start = fill([this.count, ...rows.shape.slice(1)], empty, rows.dtype);
    // A sum starts from 0 and a product from 1 anyhow.
    const includeSelf = reduction === 'add' || reduction === 'mul';
    return scatterND(start, this.ids, rows, { reduction, includeSelf, outOfBounds: 'drop' });
  }

  /** For each row that of its segment; 0 for one that belongs to none. */
  spread(perSegment: Tensor): Tensor {
    return gatherND(perSegment, this.ids, { outOfBounds: 'drop' });
  }
}
