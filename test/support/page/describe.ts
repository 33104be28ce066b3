/** Tests that need a browser page. */
import { browserPath } from '../browser.js';
import type { Flags } from './globals.js';
import { openPage, type TestPage, type Where } from './open.js';

/** Without these flags, small tensors stay on the host, and small uploads become uniforms. */
export const ON_GPU: Flags = { WEBGL_CPU_FORWARD: false, WEBGL_SIZE_UPLOAD_UNIFORM: 0 };

/** The same on webgpu, whose flags a webgl page does not have. */
export const ON_WEBGPU: Flags = { WEBGPU_CPU_FORWARD: false };

/** Describes tests that share a page; `page` is available once they run. */
export function describeInPage(
  title: string,
  flags: Flags,
  body: (page: () => TestPage) => void,
  where: Where | ((flags: Flags) => Promise<TestPage>) = {},
): void {
  describe(title, () => {
    if (browserPath === '') {
      test('there is no browser, as the set-up reported', () => {
        expect(process.env.CI).toBeFalsy();
      });
      return;
    }
    let open: TestPage | undefined;
    beforeAll(async () => {
      open = await (typeof where === 'function' ? where(flags) : openPage(flags, where));
    });
    afterAll(() => open?.close());
    body(() => {
      if (open === undefined) throw new Error('the page is not open yet');
      return open;
    });
  });
}
