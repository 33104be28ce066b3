/**
 * The documents' page without a bundler, from CDNs that bundle each entry of the packed package by itself. It starts wasm.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { browserPath, openTab } from '../support/browser.js';
import { documents, root } from '../support/documents.js';

const fenced = (language: string) =>
  documents().flatMap(({ text }) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
      ([, block]) => block,
    ),
  );

const MAP = /(?<=<script type="importmap">)[\s\S]*?(?=<\/script>)/;
const pages = fenced('html').filter((page) => MAP.test(page));
const [html] = pages;
const [ofJsDelivr] = fenced('json').filter((block) => block.includes('"imports"'));

/** Where a CDN has a module of a package. */
type AddressOf = (name: string, version: string, path: string) => string;

const CDNS: Record<string, { page: string; addressOf: AddressOf }> = {
  'esm.sh': {
    page: html,
    addressOf: (name, version, path) => `https://esm.sh/${name}@${version}${path}`,
  },
  jsDelivr: {
    page: html.replace(MAP, ofJsDelivr),
    addressOf: (name, version, path) =>
      `https://cdn.jsdelivr.net/npm/${name}@${version}${path}/+esm`,
  },
};

const OURS = 'tfjs-gather-scatter';
const ADDRESS =
  /^https:\/\/(?:esm\.sh|cdn\.jsdelivr\.net\/npm)\/((?:@\w+\/)?[\w-]+)(?:@[\d.]+)?((?:\/[\w./-]+?)?)(?:\/\+esm|\?deps=.*)?$/;

/** Where a page fetches the files of the wasm backend. */
const BINARIES = 'https://cdn.jsdelivr.net/npm/@tensorflow/tfjs-backend-wasm@4.22.0/dist/';

/** A folder with the packed package in its node_modules. */
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'no-bundler-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', project], { cwd: root });
  const [tarball] = readdirSync(project);
  const folder = join(project, 'node_modules', OURS);
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, tarball), '-C', folder, '--strip-components=1']);
});

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

const versionOf = (name: string): string => {
  const file = join(root, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

/** Bundles a module by itself. Other packages of tfjs are imported from their addresses; the rest is bundled. */
async function moduleOf(name: string, path: string, addressOf: AddressOf): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: name === OURS ? project : root,
    entryPoints: [name + path],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'addresses',
        setup(builder) {
          builder.onResolve({ filter: /^@tensorflow\// }, ({ path: imported, kind }) => {
            if (kind === 'entry-point') return undefined;
            const [scope, base, ...inside] = imported.split('/');
            const other = `${scope}/${base}`;
            const suffix = inside.map((part) => `/${part}`).join('');
            return { path: addressOf(other, versionOf(other), suffix), external: true };
          });
        },
      },
    ],
  });
  return outputFiles[0].text;
}

const named = Object.entries(CDNS);

describe('a page without a bundler', () => {
  if (browserPath === '') {
    test('there is no browser, as the set-up reported', () => {
      expect(process.env.CI).toBeFalsy();
    });
    return;
  }
  test('stands once in the documents', () => {
    expect(pages).toEqual([html]);
  });

  test.each(named)('works from %s', async (_, { page: body, addressOf }) => {
    const { page, close } = await openTab();
    const served: string[] = [];
    const answer = async (url: string) => {
      if (url === 'http://localhost/') return { body, contentType: 'text/html' };
      const headers = { 'Access-Control-Allow-Origin': '*' };
      if (url.startsWith(BINARIES)) {
        const file = join(
          ...[root, 'node_modules/@tensorflow/tfjs-backend-wasm/dist'],
          url.slice(BINARIES.length),
        );
        served.push(extname(file));
        return { body: readFileSync(file), contentType: 'application/wasm', headers };
      }
      const [, name, path] = ADDRESS.exec(url) ?? [];
      // The icon that browsers ask for.
      if (!name) return { status: 204 };
      served.push(name + path);
      const script = await moduleOf(name, path, addressOf);
      return { body: script, contentType: 'text/javascript', headers };
    };
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      void answer(request.url()).then((response) => request.respond(response));
    });
    await page.goto('http://localhost/');
    await page.waitForFunction(() => document.querySelector('pre')?.textContent.startsWith('['), {
      timeout: 0,
    });
    const shown = await page.evaluate(() => document.querySelector('pre')?.textContent);
    await close();
    const [, stated] = /; \/\/ (.+)$/m.exec(body) ?? [];
    expect(shown).toBe(stated);
    expect(served).toEqual(expect.arrayContaining([OURS, '.wasm']));
  });
});
