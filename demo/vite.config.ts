/** Serves the demo page and builds it into a static site. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { siteAddress, withSiteAddress } from './site_address.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Vite's server adds styles by script, which the policy of index.html forbids. The site links them. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
};

const { homepage } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  homepage?: string;
};

/** Gives link previews the full address of the picture, if SITE_URL or package.json has the site's. */
const linkPreview: Plugin = {
  name: 'link-preview',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => withSiteAddress(html, siteAddress(process.env.SITE_URL, homepage)),
  },
};

/** Puts llms.txt, and the documents that it links, at the root of the site. */
const forAssistants: Plugin = {
  name: 'for-assistants',
  apply: 'build',
  generateBundle() {
    const documents = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
      .map(normalizePath)
      .filter((file) => file.endsWith('.md') && file !== 'ARCHITECTURE.md');
    for (const fileName of ['llms.txt', ...documents.map((file) => `docs/${file}`)]) {
      const source = readFileSync(root + fileName, 'utf8');
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
};

/** Vite would warn about plugins that are slow on this machine. */
const checks = { pluginTimings: false };

const files = normalizePath(root);

/** Whether a module is a source of the package. The folders above the root may have any names. */
const isSource = (id: string) =>
  id.startsWith(files) && /^(src|kernels)\/[^?]*\.ts$/.test(id.slice(files.length));

/** A file for each library: browsers keep it when only the demo changes, and a test weighs the rest. */
const libraries = [
  {
    name: 'tfjs',
    test: /\/node_modules\/@tensorflow\/tfjs(-core|-layers|-converter|-data|-backend-(cpu|webgl))?\//,
  },
  { name: 'tfjs-wasm', test: /\/node_modules\/@tensorflow\/tfjs-backend-wasm\/.*js$/ },
  { name: 'tfjs-webgpu', test: /\/node_modules\/@tensorflow\/tfjs-backend-webgpu\// },
  { name: 'package', test: isSource },
  { name: 'uplot', test: /\/node_modules\/uplot\/.*js$/ },
];

export default defineConfig({
  root: `${root}demo/page`,
  // Relative addresses let the site work from any folder of any server.
  base: './',
  resolve: {
    // Imports of the package's name get its public entries, as for any user. They resolve to the
    // sources, as in the tests: no build is needed, and an edit shows at once. Code that the page
    // shares with Node gets the same copy.
    alias: [
      { find: /^tfjs-gather-scatter$/, replacement: `${root}src/index.ts` },
      {
        find: /^tfjs-gather-scatter\/backend-(\w+)$/,
        replacement: `${root}kernels/$1/register.ts`,
      },
      { find: /^tfjs-gather-scatter\/(\w+)$/, replacement: `${root}src/$1/index.ts` },
    ],
  },
  worker: {
    format: 'es',
    rolldownOptions: { checks, output: { codeSplitting: { groups: libraries } } },
  },
  plugins: [inlineStyles, linkPreview, forAssistants],
  server: { host: 'localhost' },
  preview: { host: 'localhost' },
  build: {
    rolldownOptions: { checks, output: { codeSplitting: { groups: libraries } } },
    outDir: `${root}build/site`,
    emptyOutDir: true,
    // The page is one file, so there is nothing to load ahead.
    modulePreload: false,
    target: 'es2022',
    // The largest chunk is tfjs, which every part needs.
    chunkSizeWarningLimit: 2000,
  },
});
