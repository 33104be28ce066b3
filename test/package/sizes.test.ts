/** The size of each entry for whoever imports it, against the table in the documents. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { documents, read, root } from '../support/documents.js';

const manifest = JSON.parse(read('package.json')) as { name: string; exports: object };
const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');

/** An entry as users write it. */
const nameOf = (entry: string) => entry.replace('.', manifest.name);

/** The rows of all tables of sizes: what is imported, and its kB. */
const rows = documents().flatMap(({ file, text }) =>
  [...text.matchAll(/^\| `(tfjs-gather-scatter\S*)` +\| ([\d.]+) kB/gm)].map(([, entry, size]) => ({
    file,
    entry,
    size: Number(size),
  })),
);
const stated = new Map(rows.map(({ entry, size }) => [entry, size]));

const SCRIPT = './dist/tfjs-gather-scatter.min.js';

/** Bundles the file for script tags, as the build does. */
function scriptOf(): Uint8Array {
  const outfile = join(root, 'build', 'test', 'script_of_sizes.js');
  const script =
    "import { buildBundle } from './scripts/bundle.mjs'; await buildBundle(process.argv[1]);";
  const args = ['--input-type=module', '--eval', script, outfile];
  execFileSync(process.execPath, args, { cwd: root });
  return readFileSync(outfile);
}

interface Bundle {
  code: Uint8Array;
  /** The names of the files that it comes from. */
  files: string[];
  /** The packages of tfjs that it imports. */
  packages: string[];
}

/** Replaces a backend's kernels by none. */
const without = (backend: string): Plugin => ({
  name: 'without a backend',
  setup(build) {
    build.onLoad({ filter: new RegExp(`/kernels/${backend}/index\\.ts$`) }, () => ({
      contents: `export const ${backend}Kernels = {};`,
    }));
  },
});

/** Returns the number of kB that arrive compressed. */
const kilobytesOf = ({ code }: Bundle): number => gzipSync(code, { level: 9 }).length / 1000;

const bundles = new Map<string, Promise<Bundle>>();

/** Everything in an entry but tfjs, minified, as all tests of it share it. */
function bundleOf(entry: string): Promise<Bundle> {
  const made = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, made);
  return made;
}

async function bundle(entry: string, plugins: Plugin[] = []): Promise<Bundle> {
  // For those who load it, it is one file.
  if (entry === SCRIPT) return { code: scriptOf(), files: [], packages: [] };
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'src', entry, 'index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['@tensorflow/*'],
    tsconfig: join(root, 'tsconfig.json'),
    plugins,
    write: false,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  const packages = output.imports.map(({ path }) => path);
  return { code: outputFiles[0].contents, files: Object.keys(metafile.inputs), packages };
}

test('one document states the size of every entry once, and of nothing else', () => {
  const names = entries.map(nameOf);
  expect(rows.map(({ entry }) => entry).sort()).toEqual(names.sort());
  expect(new Set(rows.map(({ file }) => file)).size).toBe(1);
});

test.each(entries)('the size of %s is within 5 %% of what is stated', async (entry) => {
  const expected = stated.get(nameOf(entry)) ?? 0;
  const size = kilobytesOf(await bundleOf(entry));
  expect(size).toBeGreaterThan(expected * 0.95);
  expect(size).toBeLessThan(expected * 1.05);
});

test.each([
  ['webgpu', 10],
  ['wasm', 7],
])('who never uses %s pays at most %d kB for it', async (backend, most) => {
  const [whole, rest] = await Promise.all([bundleOf('.'), bundle('.', [without(backend)])]);
  const share = kilobytesOf(whole) - kilobytesOf(rest);
  expect(share).toBeGreaterThan(most / 2);
  expect(share).toBeLessThanOrEqual(most);
});

test.each([
  [
    '.',
    ['src/segment/', 'src/indexing/', 'src/converter/', 'src/layers/', 'src/tf/', 'src/chained/'],
  ],
  ['./segment', ['src/indexing/', 'src/converter/', 'src/layers/', 'src/tf/', 'src/chained/']],
  ['./indexing', ['src/segment/', 'src/converter/', 'src/layers/', 'src/tf/', 'src/chained/']],
  ['./converter', ['src/indexing/', 'src/layers/', 'src/tf/', 'src/chained/']],
  ['./layers', ['src/indexing/', 'src/converter/', 'src/tf/', 'src/chained/']],
  ['./tf', ['src/indexing/', 'src/layers/', 'src/chained/']],
  ['./chained', ['src/indexing/', 'src/converter/', 'src/layers/', 'src/tf/']],
])('%s pays for none of %p', async (entry, folders) => {
  const { files } = await bundleOf(entry);
  expect(files).toContain('src/register.ts');
  expect(files.filter((file) => folders.some((folder) => file.startsWith(folder)))).toEqual([]);
});

test.each(entries.filter((entry) => entry !== SCRIPT))('%s imports no backend', async (entry) => {
  const { packages } = await bundleOf(entry);
  expect(packages).toContain('@tensorflow/tfjs-core');
  expect(packages.filter((name) => name.includes('backend'))).toEqual([]);
});
