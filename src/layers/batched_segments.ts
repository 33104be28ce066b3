/**
 * The segment ops on each example of a batch separately: each example has its own segments.
 */
import { checkDtypeOfX, resultDtypeOf } from '../segment/checks.js';
import { readSettings } from '../segment/options.js';
import type { Settings } from '../segment/options.js';
import { resultShape, runSegments } from '../segment/run_segments.js';
import type { SegmentOp } from '../segment/segment_op.js';
import {
  checkDtypes,
  resultShape as shapeOfGathered,
  runGatherSegments,
} from '../sparse/gather_segments.js';
import type { GatherSegmentOp } from '../sparse/gather_segments.js';
import type { ConfiguredOp } from './op_layer.js';

/** Checks the options of a segment op's layer. */
export function configureSegments(op: SegmentOp, options: object): ConfiguredOp {
  const settings = readConfig(op, options);
  return {
    caller: op.caller,
    inputs: ['x', 'segmentIds'],
    indices: ['segmentIds'],
    config: { ...settings },
    outputShape: (shapes) => resultShape(op, shapes, settings, 1),
    keptAxes: (shapes) => shapes.map((shape) => (op.dropped === undefined ? 1 : shape.length)),
    checkDtypes([x]) {
      checkDtypeOfX(op, x, settings);
    },
    outputDtype: (dtype) => resultDtypeOf(op, dtype),
    run: (tensors) => runSegments(op, tensors, settings, 1),
  };
}

/** Does the same for an op that gathers rows along edges. */
export function configureGatherSegments(op: GatherSegmentOp, options: object): ConfiguredOp {
  const settings = readConfig(op, options);
  return {
    caller: op.caller,
    inputs: op.inputs,
    lastIsOptional: op.inputs.length > 3,
    indices: ['sources', 'targets'],
    config: { ...settings },
    outputShape: (shapes) => shapeOfGathered(op, shapes, settings, 1),
    keptAxes: (shapes) => shapes.map(() => 1),
    checkDtypes([x, , , ...weights]) {
      checkDtypes(op, [x, 'int32', 'int32', ...weights], settings);
    },
    run: (tensors) => runGatherSegments(op, tensors, settings, 1),
  };
}

function readConfig(op: SegmentOp, options: object): Settings {
  const { numSegments }: { numSegments?: unknown } = options;
  return readSettings(op, numSegments, options, ['numSegments']);
}
