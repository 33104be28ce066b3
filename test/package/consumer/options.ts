/** Types only, of every entry point: options may be undefined under exactOptionalPropertyTypes. */
import type * as whole from 'tfjs-gather-scatter';
import type {} from 'tfjs-gather-scatter/backend-cpu';
import type {} from 'tfjs-gather-scatter/backend-wasm';
import type {} from 'tfjs-gather-scatter/backend-webgl';
import type {} from 'tfjs-gather-scatter/backend-webgpu';
import type {} from 'tfjs-gather-scatter/chained';
import type {} from 'tfjs-gather-scatter/converter';
import type {} from 'tfjs-gather-scatter/core';
import type * as indexing from 'tfjs-gather-scatter/indexing';
import type * as layers from 'tfjs-gather-scatter/layers';
import type * as losses from 'tfjs-gather-scatter/losses';
import type * as segment from 'tfjs-gather-scatter/segment';
import type * as sparse from 'tfjs-gather-scatter/sparse';
import type {} from 'tfjs-gather-scatter/tf';

/** The options that may be left out, but not be undefined. */
type Refused<T> = T extends unknown
  ? {
      [K in keyof T]-?: object extends Pick<T, K>
        ? undefined extends Required<T>[K]
          ? never
          : K
        : never;
    }[keyof T]
  : never;

type Options =
  | whole.CheckIndicesOptions
  | whole.GatherElementsOptions
  | whole.GatherNDOptions
  | whole.ScatterElementsOptions
  | whole.ScatterNDOptions
  | whole.ScatterNDUpdateOptions
  | indexing.AtOptions
  | indexing.IndexOptions
  | indexing.IndexSelectOptions
  | indexing.TakeAlongAxisOptions
  | layers.GraphConfig
  | layers.LayerConfig
  | layers.SegmentExtremumLayerConfig
  | layers.SegmentLayerConfig
  | layers.WeightedLayerConfig
  | losses.SparseSoftmaxCrossEntropyOptions
  | segment.BincountOptions
  | segment.SegmentExtremumOptions
  | segment.SegmentOptions
  | sparse.GatherSegmentExtremumOptions
  | sparse.GatherSegmentOptions
  | sparse.SampledDenseMatMulOptions
  | sparse.SparseDenseMatMulOptions;

/** Its type has a required member for each such option. */
export const refused: Record<Refused<Options>, never> = {};

/** Shows that such options are found. */
export const found: Refused<{ axis?: number; fill?: number | undefined; size: number }> = 'axis';
