/** A complete program for each kind of data. */
import { FRIENDSHIPS } from '../../../karate_club_data.js';
import type { Setup } from './sizes.js';

const FRIENDS = FRIENDSHIPS.map(
  (pair, i) => `${i % 12 === 0 ? '\n  ' : ' '}${JSON.stringify(pair)},`,
).join('');

const KARATE = `
// Zachary's karate club: who is friends with whom, and the two members whose side is known.
const nodeCount = 34;
const edges = [${FRIENDS}
];
const known = [0, 33];
const classes = [0, 1];`;

const COMMUNITIES = `
// 400 nodes with ten edges each, in two communities: even and odd nodes.
const nodeCount = 400;
const below = (limit) => Math.floor(limit * Math.random());
const otherEnd = (node) => (Math.random() < 0.85 ? (node % 2) + 2 * below(200) : below(400));
const edges = Array.from({ length: 2000 }, (_, i) => [i % 400, otherEnd(i % 400)]);
const known = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const classes = known.map((node) => node % 2);`;

const graphProgram = (data: string) => `
import * as tf from '@tensorflow/tfjs';
import { gatherND } from 'tfjs-gather-scatter';
import { gatherSegmentMean } from 'tfjs-gather-scatter/sparse';
${data}

// Each edge carries messages both ways, and each node sends one to itself.
const messages = [...edges, ...edges.map(([a, b]) => [b, a])];
for (let node = 0; node < nodeCount; node++) messages.push([node, node]);
const [sources, targets] = [0, 1].map((end) => messages.map((message) => message[end]));

// One layer of the network: a node takes the mean of its messages.
const pass = (rows) => gatherSegmentMean(rows, sources, targets, nodeCount);
const hidden = tf.variable(tf.randomNormal([nodeCount, 16], 0, 0.1, 'float32', 1));
const output = tf.variable(tf.randomNormal([16, 2], 0, 0.1, 'float32', 2));
const scores = () => pass(pass(hidden).relu().matMul(output));

// The network learns from a few classes, and predicts the others.
const nodes = known.map((node) => [node]);
const loss = () => tf.losses.softmaxCrossEntropy(tf.oneHot(classes, 2), gatherND(scores(), nodes));
const optimizer = tf.train.adam(0.02);
for (let step = 0; step < 100; step++) optimizer.minimize(loss);
console.log(JSON.stringify(scores().argMax(1).arraySync()));
`;

const WORDS = `
import * as tf from '@tensorflow/tfjs';
import { gatherND } from 'tfjs-gather-scatter';

// Ship, boat and bark appear near sea; bread, cheese and fish appear near table.
const words = ['ship', 'boat', 'bark', 'bread', 'cheese', 'fish', 'sea', 'table'];
const centres = [[0], [1], [2], [3], [4], [5]];
// For each word: first its neighbour, then a random word.
const targets = centres.map(([word]) => (word < 3 ? [[6], [7]] : [[7], [6]]));
const isNeighbour = centres.map(() => [1, 0]);

// A row for each word, looked up by number. The gradient of a repeated word is a sum.
const createRows = (seed) => tf.variable(tf.randomNormal([8, 4], 0, 0.1, 'float32', seed));
const [rows, others] = [createRows(1), createRows(2)];
const scores = () => gatherND(rows, centres).expandDims(1).mul(gatherND(others, targets)).sum(2);
const loss = () => tf.losses.sigmoidCrossEntropy(isNeighbour, scores());
const optimizer = tf.train.adagrad(0.3);
for (let step = 0; step < 60; step++) optimizer.minimize(loss);

// Which words are like ship?
const likeness = rows.matMul(rows.slice(0, 1), false, true).arraySync();
for (let word = 1; word < 6; word++) console.log(words[word] + ': ' + likeness[word][0].toFixed(2));
`;

export const CODE: Record<Setup['data'], string> = {
  karate: graphProgram(KARATE),
  communities: graphProgram(COMMUNITIES),
  words: WORDS,
};
