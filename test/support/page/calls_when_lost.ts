/** Calls every op after the GPU is lost. */
import type { PageGlobals } from './main.js';
import type { TestPage } from './open.js';

/** Runs a function in the page that loses its GPU, and then every op; returns their outcomes. */
export async function callsWhenLost(
  page: TestPage,
  lose: (globals: PageGlobals) => Promise<void>,
): Promise<string[]> {
  await page.evaluate(lose);
  return page.evaluate(({ tf, ops, errorOf }) => {
    const data = tf.tensor1d([1, 2, 3]);
    return [
      () => ops.gatherND(data, [[1]]),
      () => ops.gatherElements(data, [1]),
      () => ops.scatterND(data, [[1]], [2]),
      () => ops.scatterElements(data, [1], [2]),
      () => ops.scatterNDUpdate(data, [[1]], [2]),
    ].map(errorOf);
  });
}
