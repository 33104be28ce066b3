/** Tests that need a browser page. */
import { browserPath } from '../browser.js';
import type { Flags } from './main.js';
import { openPage, type TestPage, type Where } from './open.js';

/** Without these flags, small tensors stay on the host, and small uploads become uniforms. */
export const ON_GPU: Flags = { WEBGL_CPU_FORWARD: false, WEBGL_SIZE_UPLOAD_UNIFORM: 0 };

/** Most phones: a driver that cannot blend float32, and one whose textures hold half floats. */
export const NO_BLENDING: Flags = { ...ON_GPU, TEST_WITHOUT_FLOAT_BLEND: true };
export const HALF_FLOATS: Flags = { ...ON_GPU, WEBGL_FORCE_F16_TEXTURES: true };

/** The same on webgpu, whose flags a webgl page does not have, with the methods for GPUs. */
export const ON_WEBGPU: Flags = { WEBGPU_CPU_FORWARD: false, GATHER_SCATTER_ADAPTER: 'gpu' };

/** The ways to scatter on webgl, and the version in which the host does it. */
export const DRAWN: Flags = { ...ON_GPU, GATHER_SCATTER_STRATEGY: 'drawn' };
export const ORDERED: Flags = { ...ON_GPU, GATHER_SCATTER_STRATEGY: 'ordered' };
export const WEBGL_1: Flags = { ...ON_GPU, WEBGL_VERSION: 1 };

interface Opening extends Where {
  flags: Flags;
  /** Opens another page than usual. */
  open?: (flags: Flags) => Promise<TestPage>;
}

export const WEBGPU: Opening = { flags: ON_WEBGPU, backend: 'webgpu' };

/** Describes tests that share a page; `page` is available once they run. */
export function describeInPage(
  title: string,
  { flags, open = (flags) => openPage(flags, where), ...where }: Opening,
  body: (page: () => TestPage) => void,
): void {
  describe(title, () => {
    if (browserPath === '') {
      test('there is no browser, as the set-up reported', () => {
        expect(process.env.CI).toBeFalsy();
      });
      return;
    }
    let page: TestPage | undefined;
    beforeAll(async () => {
      page = await open(flags);
    });
    afterAll(() => page?.close());
    body(() => {
      if (page === undefined) throw new Error('the page is not open yet');
      return page;
    });
  });
}
