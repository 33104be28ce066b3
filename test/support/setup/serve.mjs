/** Serves pages and files on this machine. Tests find the addresses in the environment. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { stops } from './browsers.mjs';

const CONTENT_TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
};

const page = (headers, ...scripts) => ({
  headers: { 'content-type': 'text/html', ...headers },
  body: `<!doctype html><link rel="icon" href="data:,">${scripts
    .map((name) => `<script src="${name}"></script>`)
    .join('')}`,
});

/** Lets threads share a page's memory. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The tests' pages by path. */
const PAGES = {
  '/empty': page({}),
  '/': page({}, 'page.js'),
  '/isolated': page(ISOLATED, 'page.js'),
  '/script_tags': page({}, 'tf.min.js', 'tfjs-gather-scatter.min.js', 'script_tags_page.js'),
};

/**
 * Serves the tests' pages, and files from the first folder that has them: browsers offer WebGPU only to
 * secure origins, and threads only to isolated pages.
 */
export async function serveOrigin(folders) {
  process.env.TEST_ORIGIN = await serve(
    (path) => PAGES[path] ?? readFirst(folders, basename(path)),
  );
}

/** Not the server's root, so that absolute addresses fail. */
const SITE = '/some/where/demo/';

/** Serves the files of a folder. */
export async function serveSite(folder) {
  const origin = await serve((path) =>
    path.startsWith(SITE)
      ? readFirst([folder], path.slice(SITE.length) || 'index.html')
      : undefined,
  );
  process.env.TEST_SITE = origin + SITE;
}

/** Answers requests until the tests end, with 404 if there is no answer; returns the origin. */
async function serve(answer) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    void Promise.resolve(answer(pathname)).then(({ headers, body } = {}) => {
      response.writeHead(body ? 200 : 404, headers);
      response.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

async function readFirst(folders, name) {
  const headers = { 'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream' };
  for (const folder of folders) {
    const body = await readFile(join(folder, name)).catch(() => undefined);
    if (body) return { headers, body };
  }
  return undefined;
}
