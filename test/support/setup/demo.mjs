/** Before the tests of the demo: starts the browsers, builds the site and serves it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startBrowsers, stops } from './browsers.mjs';
import { serveSite } from './serve.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export default async function setup({ maxWorkers }) {
  await Promise.all([startBrowsers(maxWorkers), buildSite()]);
}

/** Builds the site like `npm run build:demo`, in a process without the environment of tests. */
async function buildSite() {
  // A new folder: another run may build its site while this one is served.
  const site = await mkdtemp(join(tmpdir(), 'site-'));
  stops.push(() => rm(site, { recursive: true }));
  process.env.TEST_SITE_FOLDER = site;
  await serveSite(site);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(root, 'demo', 'vite.config.ts');
  const args = [vite, 'build', '--config', config, '--outDir', site, '--logLevel', 'warn'];
  // The site must work at any address.
  const env = { ...process.env, NODE_ENV: 'production', SITE_URL: '' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  if (stdout + stderr !== '') throw new Error(`The build of the demo warned:\n${stdout}${stderr}`);
}
