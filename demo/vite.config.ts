/** Serves the demo page and builds it into a static site. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { siteAddress, withSiteAddress } from './site_address.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Lets Vite's server put imported styles into the page by script. The policy of index.html forbids
 * that; the built site links them.
 */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
};

const { homepage } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  homepage?: string;
};

/** Tells previews of links where the picture is, if SITE_URL or package.json tells where the site is. */
const linkPreview: Plugin = {
  name: 'link-preview',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => withSiteAddress(html, siteAddress(process.env.SITE_URL, homepage)),
  },
};

/** A slow machine is no fault of the site, of which warnings tell. */
const checks = { pluginTimings: false };

/** Files by what is in them: a test weighs them, and visitors who return keep those that stayed. */
const groups = [
  {
    name: 'tfjs',
    test: /@tensorflow\/tfjs(-core|-layers|-converter|-data|-backend-(cpu|webgl))?\//,
  },
  { name: 'tfjs-wasm', test: /@tensorflow\/tfjs-backend-wasm\/.*js$/ },
  { name: 'tfjs-webgpu', test: /@tensorflow\/tfjs-backend-webgpu\// },
  { name: 'package', test: /\/(src|kernels)\/[^?]*\.ts$/ },
  { name: 'uplot', test: /\/uplot\/.*js$/ },
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
  // Workers load their parts when they need them, as the page does.
  worker: { format: 'es', rolldownOptions: { checks, output: { codeSplitting: { groups } } } },
  plugins: [inlineStyles, linkPreview],
  server: { host: 'localhost' },
  preview: { host: 'localhost' },
  build: {
    rolldownOptions: { checks, output: { codeSplitting: { groups } } },
    outDir: `${root}build/site`,
    emptyOutDir: true,
    target: 'es2022',
    // The largest chunk is tfjs, which every part needs.
    chunkSizeWarningLimit: 2000,
  },
});
