/**
 * The ops that gather rows along edges and combine them by segment: reducing segment ops on these rows.
 */
import type { Rank, TensorLike } from '@tensorflow/tfjs-core';

import { show, wrongShape } from '../../kernels/call/errors.js';
import { shapesFit, withLength } from '../../kernels/call/shapes.js';
import { reshape, Tensor } from '../../kernels/tfjs/seam.js';
import { gatherSegment } from '../gradients/fused.js';
import { type Input, shapeOf } from '../ops/convert.js';
import { checkInside, insideRows } from '../ops/known_indices.js';
import { hintAt, hintAtEmbedding } from '../ops/run_op.js';
import type { GatherElementsOptions } from '../ops/options.js';
import type { SegmentExtremumOptions, SegmentOptions } from '../segment/options.js';
import * as ops from '../segment/ops.js';
import { runWithOptions } from '../segment/run_segments.js';

/** How to read sources, `[edges]` or for a batch also `[...batch, edges]`, like targets. */
interface SourceOptions extends SegmentOptions, Pick<GatherElementsOptions, 'wrapNegatives'> {
  /**
   * What to do with a source that is not a row of x, and a target of numSegments or more. `'error'`, the default,
   * throws. With `'drop'`, or if only a GPU knows it, such a source gives zeros whatever its weight, and such a target
   * drops its edge.
   */
  outOfBounds?: SegmentOptions['outOfBounds'];
}

/** Options of `gatherSegmentSum`, `gatherSegmentMean` and `gatherSegmentSqrtN`. */
export interface GatherSegmentOptions extends SourceOptions {
  /**
   * float32 factors: `[edges]`, or `[edges, heads]` for x of shape `[nodes, heads, ...]`. For a batch:
   * `[edges]`, `[...batch, edges]` or `[...batch, edges, heads]`.
   */
  weights?: Tensor | TensorLike | undefined;
}

/** Options of `gatherSegmentMax` and `gatherSegmentMin`. */
export interface GatherSegmentExtremumOptions extends SourceOptions, SegmentExtremumOptions {}

/**
 * An op that gathers rows of x along edges and combines them by segment.
 *
 * Returns a tensor of x's dtype and the shape `[...batch, numSegments, ...]`: that of x with segments for nodes. Throws
 * an Error that names the argument if shapes, dtypes, options or the number of segments do not fit, and for indices as
 * described at `outOfBounds`.
 */
export interface GatherSegmentFunction<Options extends SegmentOptions = GatherSegmentOptions> {
  <R extends Rank>(
    /** The rows, `[nodes, ...]`: a tensor of a dtype that the op accepts, or an array. */
    x: Tensor<R> | TensorLike,
    /** int32, `[edges]`: the row of x that each edge reads. Negative ones count from the end. */
    sources: Tensor | TensorLike,
    /** int32, `[edges]`: the segment of each edge. Negative ones drop their edges. */
    targets: Tensor | TensorLike,
    /** The number of segments. */
    numSegments: number,
    /**
     * `weights`, except for maximum and minimum, which take `empty`; `outOfBounds` (default 'error'), `wrapNegatives`
     * (default true: negative sources count from the end) and `batchDims` (default 0).
     */
    options?: Options,
  ): Tensor<R>;
}

export function gatherSegmentFunction(op: ops.RunnableOp) {
  const run = (x: Input, sources: Input, targets: Input, numSegments: number, options?: object) =>
    runWithOptions(op, [x, sources, targets], numSegments, options, () =>
      hintAtTorch(op.name, [x, sources], options),
    );
  return run as GatherSegmentFunction<GatherSegmentOptions & GatherSegmentExtremumOptions>;
}

/** Returns a hint if the arguments would suit PyG's layers, or PyTorch's embedding bags. */
function hintAtTorch(name: string, inputs: Input[], options?: SegmentOptions): string {
  const expected = '(x, sources, targets, numSegments)';
  const shape = shapeOf(inputs[1]);
  // With a batch, [2, edges] are the edges of two examples.
  if (shape.length === 2 && shape[0] === 2 && !options?.batchDims) {
    // Not tf.unstack: on a GPU, the host does not know the values of what it returns.
    const rows = inputs[1] instanceof Tensor ? '(await edgeIndex.array())' : 'edgeIndex';
    const split = `const [sources, targets] = ${rows}.map((ids) => tf.tensor1d(ids, 'int32'))`;
    return hintAt(`(x, edge_index) of PyG; ${name} expects ${expected}: ${split}.`);
  }
  return hintAtEmbedding(name, inputs, '(input, weight, offsets) of F.embedding_bag', expected);
}

const EDGES = ['x', 'sources', 'targets'];
const WEIGHTED = [...EDGES, 'weights'];

export const GATHER_SUM = alongEdges(
  { ...ops.SUM, dtypes: ops.NUMBERS },
  'gatherSegmentSum',
  WEIGHTED,
);
export const GATHER_MEAN = alongEdges(ops.MEAN, 'gatherSegmentMean', WEIGHTED);
export const GATHER_SQRT_N = alongEdges(ops.SQRT_N, 'gatherSegmentSqrtN', WEIGHTED);
export const GATHER_MAX = alongEdges(ops.MAX, 'gatherSegmentMax', EDGES);
export const GATHER_MIN = alongEdges(ops.MIN, 'gatherSegmentMin', EDGES);

/**
 * Makes an op whose rows are read along edges. `names` are those of x, sources, targets and, if the op takes
 * them, weights. `wraps` says whether negative sources count from the end; the option `wrapNegatives` then
 * decides.
 */
export function alongEdges(
  op: ops.ReducingOp,
  name: string,
  names: readonly string[],
  wraps = true,
): ops.RunnableOp {
  return {
    ...op,
    name,
    names,
    wraps,
    resultShape([x, sources, targets, ...others], { batchDims = 0, shares, numSegments }) {
      if (x.length <= batchDims) {
        throw wrongShape(names[0], x, `rows: rank ${batchDims + 1} or more`);
      }
      const batch = x.slice(0, batchDims);
      const edges = sources.slice(-1);
      const ofExamples = [...batch, ...edges];
      const accepted = [...(shares ? [edges] : []), ofExamples];
      if (sources.length === 0 || !accepted.some((shape) => shapesFit(sources, shape))) {
        const shown = batchDims > 0 ? `, ${show([...batch, 'edges'])}` : '';
        const shared = shares ? ", or ['edges'] for the whole batch" : '';
        throw wrongShape(names[1], sources, `one index for each edge${shown}${shared}`);
      }
      if (!shapesFit(targets, sources)) {
        throw wrongShape(names[2], targets, `${show(sources)}, the shape of ${names[1]}`);
      }
      const heads = x.slice(batchDims + 1, batchDims + 2);
      if (heads.length > 0) accepted.push([...ofExamples, ...heads]);
      for (const weights of others) {
        if (accepted.some((shape) => shapesFit(weights, shape))) continue;
        const expected = accepted.map((shape) => show(shape)).join(' or ');
        throw wrongShape(
          names[3],
          weights,
          `${expected}: one for each edge, or for each edge and head`,
        );
      }
      return [...batch, numSegments, ...x.slice(batchDims + 1)];
    },
    checkSources([x, sources], { batchDims = 0, wrapNegatives = wraps }) {
      const inside = insideRows(names[0], x.shape[batchDims], wrapNegatives);
      checkInside(names[1], sources, [inside]);
    },
    run([x, sources, targets, weights], { numSegments, wrapNegatives = wraps, empty }) {
      const edges = { indices: targets, sources, wrapSources: wrapNegatives };
      const shape = withLength(x.shape, x.rank - 2, numSegments);
      const segments: ops.Reducible = {
        reduce: (x, reduction, empty) =>
          gatherSegment({ shape, empty, x, reduction, edges, weights }),
        counts: () => ops.segmentsOf(reshape(targets, [...targets.shape, 1]), shape).counts(),
      };
      return op.compute(x, segments, empty);
    },
  };
}
