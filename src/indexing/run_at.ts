/**
 * Runs what is indexed as gatherND and scatterND.
 */
import { show, wrongShape } from '../../kernels/call/errors.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { shapesFit } from '../../kernels/call/shapes.js';
import { fill, reshape, Tensor, tensor1d } from '../../kernels/tfjs/seam.js';
import { knownValues, runKernel } from '../backends.js';
import type { GatherElementsOptions } from '../ops/options.js';
import { runScatter } from '../ops/run_op.js';
import { where } from '../ops/tfjs_workarounds.js';
import { address, broadcasts, broadcastTo, isWhole, positionsIn } from './address.js';
import { type Index, type Indexer, placesIn, readIndexers } from './indexers.js';

/** Options of `at`. */
export type AtOptions = Omit<GatherElementsOptions, 'axis'>;

/** The options of what becomes of indices. */
export const POLICY = ['outOfBounds', 'wrapNegatives'];

/** Returns what is indexed of data. */
export function gatherAt(x: Tensor, indices: readonly Index[], options: AtOptions): Tensor {
  const { batchDims, runAt } = address(x, readIndexers(indices, x.shape), options);
  return runAt((tuples) =>
    runKernel(OPS.GatherND, { data: x, indices: tuples }, { ...options, batchDims }),
  );
}

/** Returns data with updates combined into what is indexed. */
export function scatterAt(
  x: Tensor,
  indices: readonly Index[],
  values: Tensor,
  { reduction, ...options }: Omit<AtOptions, 'fill'> & { reduction: Reduction },
): Tensor {
  const indexers = readIndexers(indices, x.shape);
  const single = singleMask(indexers);
  if (single && (shapesFit(values.shape, x.shape) || !knownValues(single.mask))) {
    return scatterMasked(x, single, values, reduction);
  }
  const { batchDims, valuesShape, runAt } = address(x, indexers, options);
  return runAt((tuples) => {
    const updates = spread(values, valuesShape, valuesShape);
    const inputs = { data: x, indices: tuples, updates };
    return runScatter(OPS.ScatterND, inputs, { ...options, batchDims, reduction });
  });
}

/** A mask, and the first axis that it covers. */
interface Masked {
  mask: Tensor;
  axis: number;
}

/** Returns the mask of a call that has no other index than whole slices. */
function singleMask(indexers: Indexer[]): Masked | null {
  const parts = indexers.flat();
  const [mask, ...others] = parts.filter((part) => !isWhole(part));
  const isMask = mask instanceof Tensor && mask.dtype === 'bool' && others.length === 0;
  return isMask ? { mask, axis: parts.indexOf(mask) } : null;
}

/** Combines updates into the true places of a mask, which are unknown. Updates are for all of data, or alike for all. */
function scatterMasked(
  x: Tensor,
  { mask, axis }: Masked,
  values: Tensor,
  reduction: Reduction,
): Tensor {
  const [before, after] = [x.shape.slice(0, axis), x.shape.slice(axis + mask.rank)];
  const flat = [...before, mask.size, ...after];
  const isForAll = shapesFit(values.shape, x.shape);
  const updates = isForAll ? reshape(values, flat) : spread(values, [...before, 1, ...after], flat);
  const indices = [...before.map(() => ':'), placesOf(mask)];
  const how = { reduction, outOfBounds: 'drop', wrapNegatives: false } as const;
  return reshape(scatterAt(reshape(x, flat), indices, updates, how), x.shape);
}

/** Returns the position of each true value of a mask, and -1 for each false one. */
function placesOf(mask: Tensor): Tensor {
  const { size } = mask;
  const known = knownValues(mask);
  if (known) return tensor1d(placesIn(known));
  const none = fill([size], -1, 'int32');
  return where(reshape(mask, [size]), positionsIn({ start: 0, step: 1, count: size }), none);
}

/** Broadcasts updates to a shape, if they broadcast to `expected`. A scalar stays one. */
export function spread(updates: Tensor, expected: number[], shape: number[]): Tensor {
  if (updates.rank === 0) return updates;
  if (broadcasts(updates.shape, expected)) return broadcastTo(updates, shape);
  const rule = 'the shape of what is indexed, or a shape that broadcasts to it';
  throw wrongShape('updates', updates.shape, `${show(expected)}: ${rule}`);
}
