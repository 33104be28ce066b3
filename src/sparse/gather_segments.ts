/**
 * The ops that gather rows along edges and combine them by segment: reducing segment ops on these rows.
 */
import { reshape } from '../../kernels/tfjs/seam.js';
import { show, wrongShape } from '../../kernels/call/errors.js';
import { shapesFit, withLength } from '../../kernels/call/shapes.js';
import { gatherSegment } from '../gradients/fused.js';
import { areShared, checkRowIndices, checkSegmentIds } from '../segment/checks.js';
import {
  MAX,
  MEAN,
  MIN,
  NUMBERS,
  type Reducible,
  type ReducingOp,
  type RunnableOp,
  segmentsOf,
  SQRT_N,
  filledWith,
  SUM,
} from '../segment/ops.js';

const EDGES = ['x', 'sources', 'targets'];
const WEIGHTED = [...EDGES, 'weights'];

export const GATHER_SUM = alongEdges({ ...SUM, dtypes: NUMBERS }, 'gatherSegmentSum', WEIGHTED);
export const GATHER_MEAN = alongEdges(MEAN, 'gatherSegmentMean', WEIGHTED);
export const GATHER_SQRT_N = alongEdges(SQRT_N, 'gatherSegmentSqrtN', WEIGHTED);
export const GATHER_MAX = alongEdges(MAX, 'gatherSegmentMax', EDGES);
export const GATHER_MIN = alongEdges(MIN, 'gatherSegmentMin', EDGES);

/**
 * Makes an op whose rows are read along edges. `names` are those of x, sources, targets and, if the op takes
 * them, weights. `wraps` says whether negative sources count from the end; the option `wrapNegatives` then
 * decides.
 */
export function alongEdges(
  op: ReducingOp,
  name: string,
  names: readonly string[],
  wraps = true,
): RunnableOp {
  return {
    ...op,
    name,
    names,
    wraps,
    resultShape([x, sources, targets, ...others], settings) {
      const { batchDims = 0, shares } = settings;
      const batch = x.slice(0, batchDims);
      const heads = x.slice(batchDims + 1, batchDims + 2);
      const wrong = (i: number, shape: (number | null)[], expected: string) =>
        wrongShape(names[i], shape, expected);
      if (x.length <= batchDims) throw wrong(0, x, `rows: rank ${batchDims + 1} or more`);
      const edges = sources.slice(-1);
      const ofExamples = [...batch, ...edges];
      if (
        !areShared(settings, sources) &&
        (sources.length === 0 || !shapesFit(sources, ofExamples))
      ) {
        const shown = batchDims > 0 ? `, ${show([...batch, 'edges'])}` : '';
        const shared = shares ? ", or ['edges'] for the whole batch" : '';
        throw wrong(1, sources, `one index for each edge${shown}${shared}`);
      }
      if (!shapesFit(targets, sources)) {
        throw wrong(2, targets, `${show(sources)}, the shape of ${names[1]}`);
      }
      const accepted = [...(shares ? [edges] : []), ofExamples];
      if (heads.length > 0) accepted.push([...ofExamples, ...heads]);
      for (const weights of others) {
        if (accepted.some((shape) => shapesFit(weights, shape))) continue;
        const shown = accepted.map((shape) => show(shape)).join(' or ');
        throw wrong(3, weights, `${shown}: one for each edge, or for each edge and head`);
      }
      return [...batch, settings.numSegments, ...x.slice(batchDims + 1)];
    },
    checkIndices([x, sources, targets], settings) {
      const { batchDims = 0, outOfBounds, wrapNegatives = wraps } = settings;
      if (outOfBounds === 'error') {
        const rows = x.shape[batchDims];
        checkRowIndices(names[1], sources, [{ rows, of: names[0], wraps: wrapNegatives }]);
      }
      return checkSegmentIds(names[2], targets, settings);
    },
    run([x, sources, targets, weights], { numSegments, wrapNegatives = wraps, empty }) {
      const edges = { indices: targets, sources, wrapSources: wrapNegatives };
      const shape = withLength(x.shape, x.rank - 2, numSegments);
      const segments: Reducible = {
        reduce: (x, reduction, empty) =>
          gatherSegment({ data: filledWith(shape, x, empty), x, reduction, edges, weights }),
        counts: () => segmentsOf(reshape(targets, [...targets.shape, 1]), shape).counts(),
      };
      return op.compute(x, segments, empty);
    },
  };
}
