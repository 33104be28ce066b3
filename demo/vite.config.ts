/** Serves the demo page and builds it into a static site. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Vite's server puts styles that modules import into the page by script, which the policy of
 * index.html forbids; the site that is built links them.
 */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
};

export default defineConfig({
  root: `${root}demo/page`,
  // Addresses relative to the page: the site works from any folder of any server.
  base: './',
  resolve: {
    // The page imports the package by its name, as any user would, and gets its public entries only.
    // They are the sources, as in the tests: without a build first, and an edit shows at once. The
    // code that the page shares with Node imports it so too, and there is one copy of it.
    alias: [
      { find: /^tfjs-gather-scatter$/, replacement: `${root}src/index.ts` },
      { find: /^tfjs-gather-scatter\/(\w+)$/, replacement: `${root}src/$1/index.ts` },
    ],
  },
  plugins: [inlineStyles],
  server: { host: 'localhost' },
  preview: { host: 'localhost' },
  build: {
    outDir: `${root}build/site`,
    emptyOutDir: true,
    target: 'es2022',
    // tfjs, which every part needs, is one chunk of this size.
    chunkSizeWarningLimit: 2000,
  },
});
