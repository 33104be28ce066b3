/** The specs in tfjs' own package, run with acceleration on webgl and webgpu in a page. */
import { bundleSpecs, describeSpecs } from '../builtins/specs/describe.js';
import type { Report } from '../builtins/specs/main.js';
import { browserPath } from '../support/browser.js';
import { reportOf } from '../support/page/open.js';

if (browserPath === '') {
  test('there is no browser, as the set-up reported', () => {
    expect(process.env.CI).toBeFalsy();
  });
} else {
  describeSpecs(
    ['webgl1', 'webgl2', 'webgpu'],
    async () => (await reportOf(await bundleSpecs('browser'))) as Report,
  );
}
