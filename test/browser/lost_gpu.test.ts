/** A lost context or device is a clear error, where tfjs would go on with zeros. */
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';
import type { PageGlobals } from '../support/page/main.js';
import type { TestPage } from '../support/page/open.js';

/** Runs a function in the page that loses its GPU, and expects an error of every op. */
async function expectLoss(
  page: TestPage,
  lose: (globals: PageGlobals) => Promise<void>,
  message: RegExp,
): Promise<void> {
  await page.evaluate(lose);
  const messages = await page.evaluate(({ tf, ops, errorOf }) => {
    const data = tf.tensor1d([1, 2, 3]);
    return [
      () => ops.gatherND(data, [[1]]),
      () => ops.gatherElements(data, [1]),
      () => ops.scatterND(data, [[1]], [2]),
      () => ops.scatterElements(data, [1], [2]),
      () => ops.scatterNDUpdate(data, [[1]], [2]),
    ].map(errorOf);
  });
  expect(messages).toEqual(Array(5).fill(expect.stringMatching(message)));
}

// tfjs goes on using the lost context.
describeInPage('a lost context', { flags: ON_GPU, keepAs: null }, (page) => {
  test('throws a clear error in every op', () =>
    expectLoss(
      page(),
      async ({ context }) => {
        context().getExtension('WEBGL_lose_context')?.loseContext();
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
      /^Error: (gather|scatter)\w+: the WebGL context is lost/,
    ));
});

describeInPage('a lost device', WEBGPU, (page) => {
  test('throws a clear error in every op', () =>
    expectLoss(
      page(),
      async ({ tf, webgpu }) => {
        // A device that no call has used yet.
        const start = tf.findBackendFactory('webgpu');
        tf.removeBackend('webgpu');
        tf.registerBackend('webgpu', start);
        await tf.setBackend('webgpu');
        webgpu().device.destroy();
        await webgpu().device.lost;
        await new Promise((resolve) => setTimeout(resolve, 0));
      },
      /^Error: (gather|scatter)\w+: the WebGPU device is lost \(/,
    ));
});
