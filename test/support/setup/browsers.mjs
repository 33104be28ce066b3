/**
 * The browsers of a run: one for each jest worker, started before the first test that needs one
 * and stopped after the last. Workers find their addresses in the environment.
 */
import { ARGUMENTS, howToGet, provideBrowser, startBrowser } from '../../../scripts/browser.mjs';

/** Browsers that are only started for drivers whose names end like this. */
const ON_REQUEST = {
  firefox: { ending: 'in Firefox', browser: 'firefox', args: [] },
  // Mesa's software driver has a different compiler.
  opengl: {
    ending: 'on OpenGL',
    browser: 'chromium',
    args: ['--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  },
};

/** Functions that stop what the set-up started. */
export const stops = [];
let started;

/** Starts the browsers once for all projects. Without Chromium, it warns, or fails if CI is set. */
export function startBrowsers(count) {
  started ??= start(count);
  return started;
}

/** Stops everything that was started, after all tests; further calls do nothing. */
export default async function stopBrowsers() {
  await Promise.all(stops.splice(0).map((stop) => stop()));
}

async function start(count) {
  const chromium = provideBrowser();
  if (!chromium) {
    if (process.env.CI) throw new Error(howToGet('chromium'));
    console.warn(`${howToGet('chromium')} The tests of the webgl and webgpu backends are skipped.`);
  }
  process.env.TEST_BROWSER = chromium ?? '';
  process.env.TEST_BROWSER_ARGUMENTS = ARGUMENTS.join(' ');
  const wanted = Object.entries(ON_REQUEST).filter(([, { ending }]) =>
    process.env.BACKENDS?.includes(ending),
  );
  await Promise.all([
    chromium ? startAll('chromium', count, 'chromium') : undefined,
    ...wanted.map(([name, { browser, args }]) => startAll(name, count, browser, args)),
  ]);
}

async function startAll(name, count, browser, args) {
  const endpoints = await Promise.all(Array.from({ length: count }, () => startOne(browser, args)));
  process.env[`TEST_${name.toUpperCase()}_ENDPOINTS`] = endpoints.join(' ');
}

/** Starts a browser, disconnects from it and returns its address. */
async function startOne(name, args) {
  const { browser, stop } = await startBrowser(name, { args });
  stops.push(stop);
  if (name === 'firefox') await findWebGPU(browser);
  const endpoint = browser.wsEndpoint();
  await browser.disconnect();
  return endpoint;
}

/** Reports a Firefox without WebGPU, such as older releases for Linux; its tests are then skipped. */
async function findWebGPU(browser) {
  const page = await browser.newPage();
  // WebGPU needs a secure origin, which a local folder is.
  await page.goto(new URL('.', import.meta.url).href);
  const reason = await page.evaluate(async () => {
    try {
      return (await navigator.gpu.requestAdapter()) === null ? 'It has no adapter.' : '';
    } catch (error) {
      return String(error);
    }
  });
  await page.close();
  if (reason && !process.env.TEST_FIREFOX_WITHOUT_WEBGPU) {
    console.warn(`Tests of webgpu in Firefox are skipped: ${await browser.version()}: ${reason}`);
  }
  process.env.TEST_FIREFOX_WITHOUT_WEBGPU = reason;
}
