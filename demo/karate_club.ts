/**
 * Trains the graph network on Zachary's karate club in Node, on wasm. Given only the sides of the instructor and
 * the officer, it predicts everyone else's. Prints progress, and fails if too many are wrong.
 */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';
import { accuracy } from './graph.js';
import { createGraphNetwork, evaluate, trainStep } from './graph_network.js';
import { FRIENDSHIPS, KARATE_CLUB, KNOWN_SIDES, MEMBER_COUNT, SIDES } from './karate_club_data.js';
import { accelerateBuiltins, PACKAGE_OPS } from './package_ops.js';

const EPOCHS = 100;
const REQUIRED_ACCURACY = 0.9;

await tf.setBackend('wasm');
// The gradients of dense layers multiply transposed matrices, which tfjs does slowly on wasm.
accelerateBuiltins();

const network = createGraphNetwork(KARATE_CLUB, KNOWN_SIDES, {
  ops: PACKAGE_OPS,
  hiddenSize: 16,
  classCount: 2,
  learningRate: 0.01,
  seed: 1,
});

console.log(
  `Zachary's karate club: ${MEMBER_COUNT} members, ${FRIENDSHIPS.length} friendships, ` +
    `${KNOWN_SIDES.nodes.length} known sides.`,
);
for (let epoch = 1; epoch <= EPOCHS; epoch++) {
  const loss = await trainStep(network);
  if (epoch === 1 || epoch % 10 === 0) {
    const share = accuracy((await evaluate(network)).classes, SIDES);
    console.log(
      `epoch ${String(epoch).padStart(3)}  loss ${loss.toFixed(4)}  accuracy ${share.toFixed(3)}`,
    );
  }
}

const { classes } = await evaluate(network);
const share = accuracy(classes, SIDES);
const wrong = SIDES.flatMap((side, member) => (classes[member] === side ? [] : [member + 1]));
console.log(`Accuracy: ${share.toFixed(3)}. Misclassified members: ${wrong.join(', ') || 'none'}.`);
if (share < REQUIRED_ACCURACY) {
  throw new Error(`The accuracy is ${share.toFixed(3)}, expected at least ${REQUIRED_ACCURACY}.`);
}
