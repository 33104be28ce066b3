/** A lost context is a clear error, where tfjs would go on with zeros. */
import { callsWhenLost } from '../support/page/calls_when_lost.js';
import { describeInPage, ON_GPU } from '../support/page/describe.js';

// tfjs goes on using the lost context.
describeInPage('a lost context', { flags: ON_GPU, keepAs: null }, (page) => {
  test('throws a clear error in every op', async () => {
    const messages = await callsWhenLost(page(), async ({ context }) => {
      context().getExtension('WEBGL_lose_context')?.loseContext();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(messages).toHaveLength(5);
    for (const message of messages) {
      expect(message).toMatch(/^Error: (gather|scatter)\w+: the WebGL context is lost/);
    }
  });
});
