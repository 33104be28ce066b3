/** WebGL 1 has no textures of integers, so the host computes its calls. */
import { testSample } from '../support/sample.js';
import { describeInPage, WEBGL_1 } from '../support/page/describe.js';
import { inOpenPage } from '../support/page/driver.js';

describeInPage('webgl 1', { flags: WEBGL_1 }, (page) => {
  testSample(inOpenPage(page, 'webgl 1'));
});
