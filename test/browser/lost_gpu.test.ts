/** A lost context or device is a clear error, where tfjs would go on with zeros. */
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';
import type { PageGlobals } from '../support/page/main.js';
import type { TestPage } from '../support/page/open.js';

/**
 * Runs a function in the page that loses its GPU, and returns what waited for it. Expects an error of that, and of every
 * op.
 */
async function expectLoss(
  page: TestPage,
  lose: (globals: PageGlobals) => Promise<string[]>,
  message: string,
): Promise<void> {
  const waiting = await page.evaluate(lose);
  expect(waiting.length).toBeGreaterThan(0);
  for (const each of waiting) expect(each).toMatch(new RegExp(`: ${message}`));
  const after = await page.evaluate(({ tf, ops }) => {
    const one = tf.scalar(1, 'int32');
    const ids = [tf.tensor1d([0, 5], 'int32'), tf.tensor1d([0, 1], 'int32').add(one)];
    return Promise.all(ids.map((each) => ops.checkIndices([1, 2, 3], each).catch(String)));
  });
  expect(after).toEqual([
    expect.stringMatching('checkIndices: indices has the value 5'),
    expect.stringMatching(new RegExp(`checkIndices: ${message}`)),
  ]);
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
  const inEveryOp = new RegExp(`^Error: (gather|scatter)\\w+: ${message}`);
  expect(messages).toEqual(Array(5).fill(expect.stringMatching(inEveryOp)));
}

// tfjs goes on using the lost context.
describeInPage('a lost context', { flags: ON_GPU, keepAs: null }, (page) => {
  test('throws a clear error in every op', () =>
    expectLoss(
      page(),
      async ({ tf, ops, context }) => {
        const ids = tf.add(tf.tensor1d([0, 1], 'int32'), tf.scalar(1, 'int32'));
        const waiting = ops.checkIndices([1, 2, 3], ids).catch(String);
        context().getExtension('WEBGL_lose_context')?.loseContext();
        return [String(await waiting)];
      },
      'the WebGL context is lost',
    ));
});

describeInPage('a lost device', WEBGPU, (page) => {
  test('throws a clear error in every op', () =>
    expectLoss(
      page(),
      async ({ tf, ops, webgpu, runConverterOp }) => {
        // A device that no call has used yet.
        const start = tf.findBackendFactory('webgpu');
        tf.removeBackend('webgpu');
        tf.registerBackend('webgpu', start);
        await tf.setBackend('webgpu');
        const ids = tf.add(tf.tensor1d([0, 1], 'int32'), tf.scalar(1, 'int32'));
        const waiting = [
          ops.checkIndices([1, 2, 3], ids),
          Promise.resolve(runConverterOp('SegmentSum', [tf.tensor1d([1, 2]), ids])),
        ].map((each: Promise<unknown>) => each.catch(String));
        // Both are reading now.
        await Promise.resolve();
        webgpu().device.destroy();
        return (await Promise.all(waiting)).map(String);
      },
      'the WebGPU device is lost \\(',
    ));
});
