/** Small tensors, which by default tfjs keeps on the host and computes there. */
import { clampedSites, droppedSites } from '../conformance/cases/own_bounds.js';
import { everyReduction } from '../conformance/cases/own_reductions.js';
import { testSample } from '../support/sample.js';
import { describeInPage } from '../support/page/describe.js';
import { inOpenPage } from '../support/page/driver.js';
import { testTable } from '../support/table.js';

const tables = { droppedSites, clampedSites, everyReduction };

describeInPage('small tensors', { flags: {} }, (page) => {
  const driver = inOpenPage(page);

  testSample(driver);

  describe.each(Object.entries(tables))('%s', (_, cases) => {
    testTable(driver, cases);
  });

  test('stay on the host: nothing is uploaded or drawn', async () => {
    const calls = Object.values(tables).flatMap((cases) =>
      cases.map(({ op, inputs, options }) => ({ kind: 'forward', op, inputs, options })),
    );
    const draws = await page().evaluate(async ({ context, count, run, toText, argument }) => {
      const counters = [count(context(), 'drawArrays'), count(context(), 'drawElements')];
      await run(toText(argument));
      for (const counter of counters) counter.stop();
      return counters.map((counter) => counter.calls);
    }, calls);
    expect(draws).toEqual([0, 0]);
  });

  test('have small results, which stay on the host as well', async () => {
    const found = await page().evaluate(async ({ tf, ops, count, context }) => {
      const draws = count(context(), 'drawArrays');
      const y = ops.scatterND(tf.zeros([3]), [[1], [1]], [5, 7], { reduction: 'max' });
      const z = ops.gatherND(y, [[1]]);
      draws.stop();
      return { draws: draws.calls, values: [...(await y.data()), ...(await z.data())] };
    });
    expect(found).toEqual({ draws: 0, values: [0, 7, 0, 7] });
  });

  test('move to the GPU when combined with a large one', async () => {
    const draws = await page().evaluate(async ({ tf, ops, count, context }) => {
      const counter = count(context(), 'drawArrays');
      const y = ops.scatterND(tf.zeros([3000]), [[1], [1]], [5, 7], { reduction: 'max' });
      counter.stop();
      return { drawn: counter.calls > 0, value: (await y.data())[1] };
    });
    expect(draws).toEqual({ drawn: true, value: 7 });
  });
});
