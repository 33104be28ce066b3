/** The two ops of a graph network, by this package: a sparse product makes no tensor of messages. */
import { gatherND } from 'tfjs-gather-scatter';
import { gatherSegmentSum } from 'tfjs-gather-scatter/sparse';
import type { MessageOps } from './message_ops.js';

export { accelerateBuiltins } from 'tfjs-gather-scatter';

export const PACKAGE_OPS: MessageOps = {
  gather: (rows, nodes) => gatherND(rows, nodes.expandDims(1)),
  pass: (rows, { sources, targets, scales, nodeCount }) =>
    gatherSegmentSum(rows, sources, targets, nodeCount, { weights: scales }),
};
