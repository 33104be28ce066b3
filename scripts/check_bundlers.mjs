/**
 * Builds the module of docs/pages_and_bundlers.md that starts wasm, with each bundler that it names, beside the packed
 * package, and opens the pages in Chromium.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { howToGet, provideBrowser, startBrowser } from './browser.mjs';
import { succeeds } from './succeeds.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The command of each bundler, and the folder that it writes. */
const BUNDLERS = {
  vite: ['vite', 'build', '--outDir', 'vite', '--logLevel', 'error'],
  webpack: [
    ...['webpack', '--mode', 'production', '--entry', './main.js', '--output-path', 'webpack'],
    // Minifying takes four times as long as the rest.
    ...['--no-optimization-minimize', '--stats', 'errors-only'],
  ],
  out: ['next', 'build'],
};

const WITHOUT_WASM = "script-src 'self'";
const WITH_WASM = `${WITHOUT_WASM} 'wasm-unsafe-eval'`;

/** What pages show: the folder, the content security policy, if any, and the text. Next's pages have inline scripts. */
const PAGES = [
  ['vite', WITH_WASM, 'wasm: 4'],
  ['vite', WITHOUT_WASM, 'wasm did not start. The console says why.'],
  ['webpack', WITH_WASM, 'wasm: 4'],
  ['out', '', 'wasm: 4'],
];

const CONTENT_TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Writes the files that the document shows; the first line of each has its name. */
function writeFilesOf(document, folder) {
  const blocks = readFileSync(join(root, document), 'utf8').matchAll(
    /^```javascript\n\/\/ (\S+)\n([\s\S]*?)^```$/gm,
  );
  for (const [, name, text] of blocks) writeFileSync(join(folder, name), text);
}

/** Installs the package, tfjs and the bundlers. */
function install(folder, tarball) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tfjs = ['tfjs', 'tfjs-backend-wasm'].map((name) => `@tensorflow/${name}`);
  const packages = [tarball, ...tfjs.map((name) => `${name}@${devDependencies[name]}`)];
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  return succeeds('npm', ['install', ...flags, ...packages], { cwd: folder });
}

/** Opens the page of a folder; returns what it shows in place of "Loading…". */
async function textOf(browser, folder, policy) {
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    const answer = existsSync(file)
      ? {
          body: readFileSync(file),
          contentType: CONTENT_TYPES[extname(file)],
          headers: policy ? { 'Content-Security-Policy': policy } : {},
        }
      : { status: 404 };
    void request.respond(answer);
  });
  await page.goto('http://localhost/');
  const shown = await page.waitForFunction(
    "document.querySelector('p')?.textContent.replace('Loading…', '')",
  );
  return shown.jsonValue();
}

/** Whether all pages show what they should. Without a browser, they are not opened, which fails in CI. */
async function pagesWork(folder) {
  if (!provideBrowser()) {
    console.error(`${howToGet('chromium')} The pages of bundlers were built, and not opened.`);
    return !process.env.CI;
  }
  const { browser, stop } = await startBrowser();
  try {
    let works = true;
    for (const [name, policy, expected] of PAGES) {
      const found = await textOf(browser, join(folder, name), policy);
      if (found === expected) continue;
      console.error(
        `The page in ${name}, with the policy "${policy}", shows "${found}", expected "${expected}".`,
      );
      works = false;
    }
    return works;
  } finally {
    await stop();
  }
}

export async function worksInBundlers(tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'bundlers-'));
  try {
    cpSync(join(root, 'test/package/consumer/pages'), folder, { recursive: true });
    writeFilesOf('docs/pages_and_bundlers.md', folder);
    if (!install(folder, tarball)) return false;
    const env = { NEXT_TELEMETRY_DISABLED: '1' };
    const built = Object.values(BUNDLERS).map((args) =>
      succeeds('npx', args, { cwd: folder, env }),
    );
    if (!built.every(Boolean)) return false;
    copyFileSync(join(folder, 'index.html'), join(folder, 'webpack', 'index.html'));
    return await pagesWork(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
