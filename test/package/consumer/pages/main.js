/** Starts wasm twice at once, as React's StrictMode does, and shows a sum. */
import * as tf from '@tensorflow/tfjs';
import { take } from 'tfjs-gather-scatter';
import { startWasm } from './start_wasm.js';

async function sum() {
  await Promise.all([startWasm(), startWasm()]);
  const sum = take(tf.tensor1d([1, 2, 3]), [2, 0]).sum();
  return `${tf.getBackend()}: ${await sum.data()}`;
}

const paragraph = document.querySelector('p');
sum()
  .catch((error) => error.message)
  .then((text) => {
    paragraph.textContent = text;
  });
