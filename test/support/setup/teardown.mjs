/** Runs after all tests of the projects that use browsers. */
import { stopBrowsers } from './browsers.mjs';

export default stopBrowsers;
