/** What the demo uses of the package, in its own module, because a worker of stock tfjs never loads it. */
import { gatherND } from 'tfjs-gather-scatter';
import { gatherSegmentSum } from 'tfjs-gather-scatter/sparse';
import type { MessageOps } from './message_ops.js';

export { accelerateBuiltins, gatherND, scatterND } from 'tfjs-gather-scatter';
export { unsortedSegmentMax, unsortedSegmentSum } from 'tfjs-gather-scatter/segment';

/** The two ops of a graph network. The sparse product makes no tensor of messages. */
export const PACKAGE_OPS: MessageOps = {
  gather: (rows, nodes) => gatherND(rows, nodes.expandDims(1)),
  pass: (rows, { sources, targets, scales, nodeCount }) =>
    gatherSegmentSum(rows, sources, targets, nodeCount, { weights: scales }),
};
