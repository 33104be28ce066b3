/** The code that does what the part shows: a whole program, for the reader of the page. */

export const GRAPH_CODE = `
import * as tf from '@tensorflow/tfjs';
import { gatherND } from 'tfjs-gather-scatter';
import { gatherSegmentSum } from 'tfjs-gather-scatter/sparse';

// Two triangles that an edge joins: each edge leads both ways.
const edges = [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 5], [5, 3]];
const ends = [...edges, ...edges.map(([a, b]) => [b, a])];
const [sources, targets] = [0, 1].map((end) => ends.map((edge) => edge[end]));
const hidden = tf.variable(tf.randomNormal([6, 8], 0, 1, 'float32', 1));
const output = tf.variable(tf.randomNormal([8, 2], 0, 1, 'float32', 2));

// One layer of the network: a node's own row, and those along its edges.
const passMessages = (rows) => rows.add(gatherSegmentSum(rows, sources, targets, 6));
const scores = () => passMessages(passMessages(hidden).relu().matMul(output));

// The network is told the classes of nodes 0 and 5, and finds those of the others.
const known = tf.tensor2d([[1, 0], [0, 1]]);
const loss = () => tf.losses.softmaxCrossEntropy(known, gatherND(scores(), [[0], [5]]));
const optimizer = tf.train.adam(0.02);
for (let step = 0; step < 60; step++) optimizer.minimize(loss);
scores().argMax(1).print();
`;
