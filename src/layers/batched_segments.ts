/**
 * The segment ops on each example of a batch separately: each example has its own segments.
 */
import { readOptions } from '../segment/options.js';
import {
  checkDtypeOfX,
  checkNumSegments,
  resultShape,
  runSegments,
} from '../segment/run_segments.js';
import type { SegmentOp } from '../segment/segment_op.js';
import { checkDtypes, resultShape as shapeOfGathered } from '../sparse/edge_checks.js';
import type { Edgewise } from '../sparse/edge_checks.js';
import { runGatherSegments } from '../sparse/gather_segments.js';
import type { GatherSegmentOp } from '../sparse/ops.js';
import type { ConfiguredOp } from './op_layer.js';

/** Checks the options of a segment op's layer. */
export function configureSegments(op: SegmentOp, options: object): ConfiguredOp {
  const { numSegments, given } = readConfig(op, options);
  return {
    caller: op.caller,
    inputs: ['x', 'segmentIds'],
    indices: ['segmentIds'],
    config: { numSegments, ...given },
    outputShape: ([x, segmentIds]) => resultShape(op, x, segmentIds, numSegments, 1),
    keptAxes: ([x, segmentIds]) => (op.mapsRows ? [x.length, segmentIds.length] : [1, 1]),
    checkDtypes([x]) {
      checkDtypeOfX(op, x, given.empty);
    },
    outputDtype: op.resultDtype,
    run: ([x, segmentIds]) => runSegments(op, x, segmentIds, numSegments, given, 1),
  };
}

/** Does the same for an op that gathers rows along edges. */
export function configureGatherSegments(op: GatherSegmentOp, options: object): ConfiguredOp {
  const { numSegments, given } = readConfig(op, options);
  const indices = ['sources', 'targets'];
  return {
    caller: op.caller,
    inputs: ['x', ...indices, ...(op.takesWeights ? ['weights'] : [])],
    lastIsOptional: op.takesWeights,
    indices,
    config: { numSegments, ...given },
    outputShape: (shapes) => shapeOfGathered(op, edgewise(shapes), numSegments, 1),
    keptAxes: (shapes) => shapes.map(() => 1),
    checkDtypes([x, , , weights]) {
      checkDtypes(op, { x, sources: 'int32', targets: 'int32', weights }, given.empty);
    },
    run(tensors) {
      const { weights, ...inputs } = edgewise(tensors);
      const options = weights ? { ...given, weights } : given;
      return runGatherSegments(op, inputs, numSegments, options, 1);
    },
  };
}

function readConfig(op: Pick<SegmentOp, 'caller' | 'takesEmpty'>, options: object) {
  const given = readOptions(op, options, ['numSegments']);
  const { numSegments }: { numSegments?: unknown } = options;
  return { numSegments: checkNumSegments(op.caller, numSegments), given };
}

function edgewise<Fact>([x, sources, targets, weights]: Fact[]): Edgewise<Fact> {
  return { x, sources, targets, weights };
}
