/**
 * Finds a browser and starts it: the one that CHROME_PATH or FIREFOX_PATH names, one that is
 * installed, or Debian's package, which root installs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const BROWSERS = {
  chromium: {
    title: 'Chromium or Chrome',
    variable: 'CHROME_PATH',
    packages: ['chromium'],
    needs: [],
    installed: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/opt/google/chrome/chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
  },
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    packages: ['firefox-esr', 'xvfb', 'mesa-vulkan-drivers'],
    // WebGL renders to a display, and WebGPU needs a driver.
    needs: ['/usr/bin/Xvfb', '/usr/share/vulkan/icd.d'],
    installed: [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
  },
};

/** Software rendering, and none of the requests that a browser makes of its own accord. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages are put together on the CPU: a software GPU would take a third more time.
  '--disable-gpu-compositing',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];

/**
 * WebGL and WebGPU without a GPU, on Mesa's drivers; the sandbox keeps content from the display that
 * WebGL renders to.
 */
const PREFERENCES = {
  'webgl.force-enabled': true,
  'security.sandbox.content.level': 0,
  'dom.webgpu.enabled': true,
  'gfx.webgpu.ignore-blocklist': true,
};

/** Enough for a batch of a whole table, or for a benchmark. */
const PROTOCOL_TIMEOUT = 900_000;

/** Says how to get a browser where there is none. */
export function howToGet(name) {
  const { title, variable, packages } = BROWSERS[name];
  return (
    `No ${title} was found. Install it (on Debian: apt-get install ${packages.join(' ')}) or name ` +
    `one in ${variable}.`
  );
}

/** The path of a browser, or undefined where there is none and none may be installed. */
export function provideBrowser(name = 'chromium') {
  const path = findBrowser(name);
  const hasAll = path && BROWSERS[name].needs.every((each) => existsSync(each));
  return hasAll ? path : (installBrowser(name) ?? path);
}

function findBrowser(name) {
  const { title, variable, installed } = BROWSERS[name];
  const path = process.env[variable];
  if (!path) return installed.find((each) => existsSync(each));
  if (existsSync(path)) return path;
  throw new Error(`${variable} names ${path}, expected the path of a ${title}.`);
}

/** Installs Debian's packages, where this process may. */
function installBrowser(name) {
  const { title, packages } = BROWSERS[name];
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  console.warn(`No whole ${title} was found: installing Debian's ${packages.join(', ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const task of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    execFileSync('apt-get', task, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return findBrowser(name);
}

/**
 * Starts a browser; returns puppeteer's Browser and `stop`, which ends all that was started. Only
 * Chromium takes further `args`.
 */
export async function startBrowser(name = 'chromium', { args = [] } = {}) {
  const executablePath = provideBrowser(name);
  if (!executablePath) throw new Error(howToGet(name));
  const { env, stop } =
    name === 'firefox' ? await display() : { env: process.env, stop: () => undefined };
  const own =
    name === 'firefox'
      ? { browser: 'firefox', headless: false, extraPrefsFirefox: PREFERENCES }
      : { browser: 'chrome', args: [...ARGUMENTS, ...args] };
  const common = { executablePath, env, protocolTimeout: PROTOCOL_TIMEOUT, defaultViewport: null };
  try {
    const browser = await puppeteer.launch({ ...common, ...own });
    return { browser, stop: () => endProcess(browser.process()).finally(stop) };
  } catch (error) {
    stop();
    throw error;
  }
}

/** The environment of a process that draws: Firefox has WebGL on a display only. */
async function display() {
  const hasOne = process.platform !== 'linux' || process.env.DISPLAY;
  if (hasOne) return { env: process.env, stop: () => undefined };
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const stop = () => server.kill();
  process.once('exit', stop);
  const number = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display.')));
    server.stdio[3].once('data', (data) => resolve(String(data).trim()));
  });
  return { env: { ...process.env, DISPLAY: `:${number}` }, stop };
}

/** Ends a browser by its process, for other clients may hold its connection, of which Firefox has one. */
function endProcess(child) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });
}
