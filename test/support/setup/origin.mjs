/**
 * Serves the tests' pages on this machine: browsers offer WebGPU only to secure origins, and
 * threads only to isolated pages. Tests find its address in the environment.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { stops } from './browsers.mjs';

const page = (...scripts) =>
  `<!doctype html><link rel="icon" href="data:,">${scripts
    .map((name) => `<script src="${name}"></script>`)
    .join('')}`;

/** Lets threads share a page's memory. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** The pages by path, with their content and headers. */
const PAGES = {
  '/empty': { body: page() },
  '/': { body: page('page.js') },
  '/isolated': { body: page('page.js'), headers: ISOLATED },
  '/script_tags': { body: page('tf.min.js', 'tfjs-gather-scatter.min.js', 'script_tags_page.js') },
};

/** Serves the pages, and files from the first folder that has them. */
export async function serveOrigin(folders) {
  const server = createServer((request, response) => {
    void answer(folders, new URL(request.url, 'http://localhost').pathname, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  process.env.TEST_ORIGIN = `http://127.0.0.1:${server.address().port}`;
}

async function answer(folders, path, response) {
  const { body, headers } = PAGES[path] ?? {};
  if (body) {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    response.end(body);
    return;
  }
  const content = await readFirst(folders, basename(path));
  const type = path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
  response.writeHead(content ? 200 : 404, { 'content-type': type });
  response.end(content);
}

async function readFirst(folders, name) {
  for (const folder of folders) {
    const content = await readFile(join(folder, name)).catch(() => undefined);
    if (content) return content;
  }
  return undefined;
}
