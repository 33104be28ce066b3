/** Serves the files of a folder under a path of a local server. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** Not the server's root, so that absolute addresses fail. */
const PATH = '/some/where/demo/';
const CONTENT_TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
};

/** Returns the address of the folder; the server ends with the process. */
export async function serveSite(folder) {
  const server = createServer((request, response) => {
    void answer(folder, request, response);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return `http://127.0.0.1:${server.address().port}${PATH}`;
}

async function answer(folder, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const name = pathname.startsWith(PATH) ? normalize(pathname.slice(PATH.length)) : '..';
  try {
    if (name.startsWith('..')) throw new Error('This is outside the site.');
    const path = join(folder, name === '.' ? 'index.html' : name);
    const content = await readFile(path);
    response.writeHead(200, {
      'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    });
    response.end(content);
  } catch {
    response.writeHead(404);
    response.end();
  }
}
