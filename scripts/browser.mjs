/**
 * Finds and starts a browser: the one at CHROME_PATH or FIREFOX_PATH, an installed one, or Debian's
 * package, which is installed first if the process runs as root.
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

/** Render in software, and make no background requests. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Composite pages on the CPU: a software GPU takes a third longer.
  '--disable-gpu-compositing',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
];

/** WebGL and WebGPU on Mesa's software drivers. The sandbox would block the display that WebGL needs. */
const PREFERENCES = {
  'webgl.force-enabled': true,
  'security.sandbox.content.level': 0,
  'dom.webgpu.enabled': true,
  'gfx.webgpu.ignore-blocklist': true,
};

/** Long enough for a whole table in one batch, or for a benchmark. */
const PROTOCOL_TIMEOUT = 900_000;

/** Explains how to get a missing browser. */
export function howToGet(name) {
  const { title, variable, packages } = BROWSERS[name];
  return (
    `No ${title} was found. Install it (on Debian: apt-get install ${packages.join(' ')}) or set ` +
    `${variable} to the path of one.`
  );
}

/** The path of a browser, or undefined if there is none and none can be installed. */
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
  throw new Error(`${variable} is ${path}, which does not exist; expected the path of a ${title}.`);
}

/** Installs Debian's packages if this process may. */
function installBrowser(name) {
  const { title, packages } = BROWSERS[name];
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  console.warn(`${title} is missing or incomplete. Installing ${packages.join(', ')}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const task of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    execFileSync('apt-get', task, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return findBrowser(name);
}

/**
 * Starts a browser; returns puppeteer's Browser and `stop`, which ends every process it started. Only
 * Chromium accepts `args`.
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

/** The environment of a process with a display, which Firefox needs for WebGL. */
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

/** Kills the process: Firefox allows one connection, and another client may hold it. */
function endProcess(child) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });
}
