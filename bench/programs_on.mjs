/** Times gradients of long programs on cpu, in its own process, and prints them as JSON. */
import * as tf from '@tensorflow/tfjs';
import { gatherOfTfjs, program, STEPS } from '../test/support/programs.ts';

const [steps, rounds] = process.argv.slice(2).map(Number);

function time(step, count, computesRows) {
  const gradient = tf.grad(program(step, count, computesRows));
  const x = tf.randomUniform([4, 4], -1, 1, 'float32', 1);
  const start = performance.now();
  tf.dispose(tf.tidy(() => gradient(x)));
  const elapsed = performance.now() - start;
  x.dispose();
  return elapsed;
}

/** Times a step beside tfjs' gather of constant rows, in turn: tfjs cannot differentiate one of computed rows. */
function compare(step, computesRows) {
  const calls = [
    [step, steps / 2, computesRows],
    [step, steps, computesRows],
    [gatherOfTfjs, steps, false],
  ];
  const least = calls.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    calls.forEach((call, i) => {
      least[i] = Math.min(least[i], time(...call));
    });
  }
  return { growth: least[1] / least[0], ratio: least[1] / least[2] };
}

async function run() {
  await tf.setBackend('cpu');
  // Compiles the code.
  for (const step of [...Object.values(STEPS), gatherOfTfjs]) time(step, steps / 10, false);
  const rows = Object.entries(STEPS).map(([name, step]) => {
    console.error(`  ${name}`);
    return { name, times: [false, true].map((computesRows) => compare(step, computesRows)) };
  });
  console.log(JSON.stringify(rows));
}

void run();
