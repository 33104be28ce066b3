/** The strategy of a scatter without a flag, seen by whether it draws more than one triangle. */
import { describeInPage, ON_GPU } from '../support/page/describe.js';

const DATA = [60, 30];

describe.each([
  ['few along the axis are scanned', {}, [30, 4], [30, 4], false],
  ['many along the axis are drawn', {}, [30, 90], [30, 90], true],
  ['few of many places are drawn', {}, [60, 30], [60, 1], true],
  ['drawn as the flag says', { GATHER_SCATTER_STRATEGY: 'drawn' }, [30, 4], [30, 4], true],
  ['scanned as the flag says', { GATHER_SCATTER_STRATEGY: 'scanned' }, DATA, [60, 9], false],
  ['scanned where nothing can be drawn', { WEBGL_VERSION: 1 }, [30, 90], [30, 90], false],
])('%s', (_, flags, data, indices, drawn) => {
  describeInPage('strategy', { flags: { ...ON_GPU, ...flags } }, (page) => {
    test.each(['none', 'add', 'mean'] as const)('for %s', async (reduction) => {
      const found = await page().evaluate(
        ({ tf, ops, context, argument }) => {
          const gl = context();
          const draw = gl.drawArrays.bind(gl);
          let most = 0;
          gl.drawArrays = (mode, first, count) => {
            most = Math.max(most, count);
            draw(mode, first, count);
          };
          const { data, indices, reduction } = argument;
          const sites = tf.zeros(indices, 'int32');
          ops.scatterElements(tf.zeros(data), sites, tf.ones(indices), { axis: 1, reduction });
          Reflect.deleteProperty(gl, 'drawArrays');
          return most > 3;
        },
        { data, indices, reduction },
      );
      expect(found).toBe(drawn);
    });
  });
});

describeInPage('a misspelt strategy', { flags: ON_GPU }, (page) => {
  test('is an error', async () => {
    const found = await page().evaluate(({ tf, ops, errorOf }) => {
      tf.env().set('GATHER_SCATTER_STRATEGY', 'draws');
      const message = errorOf(() => ops.scatterND(tf.zeros([9]), [[1]], [2], { reduction: 'add' }));
      tf.env().set('GATHER_SCATTER_STRATEGY', 'auto');
      return message;
    });
    expect(found).toBe(
      "Error: scatterND: the flag GATHER_SCATTER_STRATEGY is 'draws', expected 'auto', 'drawn' or " +
        "'scanned'.",
    );
  });
});
