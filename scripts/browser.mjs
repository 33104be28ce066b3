/**
 * Where a browser is: CHROME_PATH, then one that is installed, then Debian's package for root.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const HOW_TO_GET_ONE =
  'No Chromium or Chrome was found for the webgl backend. Install one (on Debian: ' +
  'apt-get install chromium) or name one in CHROME_PATH.';

/** Software rendering, and none of the requests that a browser makes of its own accord. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** The path of a browser, or undefined where there is none and none may be installed. */
export function provideBrowser() {
  return findBrowser() ?? installBrowser();
}

function findBrowser() {
  const { CHROME_PATH } = process.env;
  if (!CHROME_PATH) return INSTALLED.find((path) => existsSync(path));
  if (existsSync(CHROME_PATH)) return CHROME_PATH;
  throw new Error(`CHROME_PATH names ${CHROME_PATH}, expected the path of a Chromium or Chrome.`);
}

/** Debian's package, where this process may install it. */
function installBrowser() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  console.warn("No browser was found: installing Debian's package chromium.");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const task of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    execFileSync('apt-get', task, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return findBrowser();
}
