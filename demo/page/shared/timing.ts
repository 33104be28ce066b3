/** Times calls in a worker. */
import * as tf from '@tensorflow/tfjs';

/** Returns the time of a call in ms, as the mean of several in a row, up to a result. A variable is kept. */
export async function timeOf(call: () => tf.Tensor, repeats: number): Promise<number> {
  const start = performance.now();
  // One result at a time: together they could fill the memory of a GPU.
  for (let i = 1; i < repeats; i++) free(call());
  const last = call();
  // The other backends are done when a call returns.
  if (tf.getBackend().startsWith('webg')) await waitFor(last);
  const elapsed = performance.now() - start;
  free(last);
  return elapsed / repeats;
}

function free(result: tf.Tensor): void {
  if (!(result instanceof tf.Variable)) result.dispose();
}

async function waitFor(result: tf.Tensor): Promise<void> {
  const first = tf.tidy(() => result.flatten().slice(0, 1));
  // On webgl, data() polls the GPU only occasionally. On webgpu, dataSync() would be slow.
  await (tf.getBackend() === 'webgpu' ? first.data() : first.dataSync());
  first.dispose();
}
