/** The entries in package.json, and the bundle size of each, against the tables in the documents. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { KINDS } from '../../kernels/registry/served.js';
import { documents, read, root } from '../support/documents.js';

const manifest = JSON.parse(read('package.json')) as { name: string; exports: object };
const SCRIPT = './dist/tfjs-gather-scatter.min.js';
const CORE = './core';
const BACKENDS = KINDS.map((name) => `./backend-${name}`);

/** The entries that are modules. */
const ENTRIES = Object.keys(MODULES);

/** The entries that are added to the whole package, or to the core and backends. */
const FURTHER = ENTRIES.filter((entry) => !['.', CORE, ...BACKENDS].includes(entry));

/** The ways to import a complete package. */
const WHOLE = [['.'], ...BACKENDS.map((backend) => [CORE, backend])];

/** The name by which users import an entry. */
const nameOf = (entry: string) => entry.replace('.', manifest.name);
const namesOf = (imports: string[]) => imports.map((entry) => `\`${nameOf(entry)}\``).join(', ');

/** What a page imports of its first entry: a function, or everything. */
const ONE = '{ gatherND }';
const ALL = '*';

/** The rows of all size tables: the imports, their kB with one function and with all, or what they add to one. */
const rows = documents().flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /^\| (`tfjs-gather-scatter[^|]*?) +\| (?:([\d.]+) kB|\+ ([\d.]+) kB| *) +\| (?:([\d.]+) kB)?/gm,
    ),
  ].map(([, imports, one, added, all]) => ({ file, imports, one, added, all })),
);

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
  /** The names of its source files. */
  files: string[];
  /** The tfjs packages that it imports. */
  packages: string[];
}

const bundles = new Map<string, Promise<Bundle>>();

/** Bundles and minifies entries without tfjs. Cached, because all tests share the bundles. */
function bundleOf(names: string, ...imports: string[]): Promise<Bundle> {
  const contents = imports
    .map((entry, i) => `export ${i === 0 ? names : ALL} from '${nameOf(entry)}';`)
    .join('\n');
  const made = bundles.get(contents) ?? bundle(contents);
  bundles.set(contents, made);
  return made;
}

async function bundle(contents: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['@tensorflow/*'],
    tsconfig: join(root, 'tsconfig.json'),
    write: false,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  const packages = output.imports.map(({ path }) => path);
  const files = Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file] : [],
  );
  return { code: outputFiles[0].contents, files, packages };
}

/** The compressed size in kB. */
const kilobytesIn = (code: Uint8Array) => gzipSync(code, { level: 9 }).length / 1000;

const kilobytesOf = async (names: string, ...imports: string[]) =>
  kilobytesIn((await bundleOf(names, ...imports)).code);

/** Expects a size to be as the tables state: at most 2% more, or 0.1 kB, and little less. */
function expectStated(imports: string[], column: 'one' | 'added' | 'all', size: number): void {
  const stated = rows.filter((row) => row.imports === namesOf(imports));
  expect(stated).toHaveLength(1);
  const promised = Number(stated[0][column]);
  expect(size).toBeLessThanOrEqual(Math.max(1.02 * promised, promised + 0.1));
  expect(size).toBeGreaterThan(Math.min(0.97 * promised, promised - 0.2));
}

test('package.json maps each entry to the file of its name, and there is one for each backend', () => {
  const files = ENTRIES.map((entry) => {
    const [, backend] = /^.\/backend-(.*)/.exec(entry) ?? [];
    const file = backend ? `kernels/${backend}/register.js` : join('src', entry, 'index.js');
    const [esm, cjs] = ['esm', 'cjs'].map((half) => `./dist/${half}/${file}`);
    // Metro finds an entry's folder before `exports`, and so CommonJS. A bundle would have the package twice if
    // the main entry were an ES module there.
    return [entry, { 'react-native': cjs, import: esm, require: cjs }] as const;
  });
  const others = [SCRIPT, './package.json'].map((file) => [file, file]);
  expect(manifest.exports).toEqual(Object.fromEntries([...files, ...others]));
  expect(ENTRIES.filter((entry) => entry.startsWith('./backend-'))).toEqual(BACKENDS);
});

test('the tables of sizes are in one document, and have a row for each way to import', () => {
  const whole = [...WHOLE, [SCRIPT]].map(namesOf);
  const added = FURTHER.map((entry) => namesOf([entry]));
  expect(rows.map(({ imports }) => imports).sort()).toEqual([...whole, ...added].sort());
  expect(new Set(rows.map(({ file }) => file)).size).toBe(1);
});

describe.each(WHOLE.map((imports) => [imports]))('%p', (imports) => {
  test('has the stated size with one function', async () => {
    expectStated(imports, 'one', await kilobytesOf(ONE, ...imports));
  });

  test('has the stated size with all functions', async () => {
    expectStated(imports, 'all', await kilobytesOf(ALL, ...imports));
  });
});

test('the script has the stated size', () => {
  expectStated([SCRIPT], 'all', kilobytesIn(scriptOf()));
});

test.each(FURTHER)('%s adds what is stated', async (entry) => {
  const size = (await kilobytesOf(ONE, '.', entry)) - (await kilobytesOf(ONE, '.'));
  expectStated([entry], 'added', size);
});

const filesNamed = (names: string[]) => names.map((name) => `kernels/cpu/${name}.ts`);

/** The files of cpu that compute small calls on the host for GPU backends, with only plain loops. */
const FILES_FOR_GPUS = filesNamed([...['host', 'loops', 'memory', 'reads', 'sites']]);
/** webgl sorts sites there, too. */
const FILES_FOR_WEBGL = [...FILES_FOR_GPUS, ...filesNamed(['order'])];

const filesOfCpu = (files: string[]) =>
  files.filter((file) => file.startsWith('kernels/cpu/')).sort();

test.each([
  ['webgl', FILES_FOR_WEBGL],
  ['webgpu', FILES_FOR_GPUS],
])("backend-%s alone includes cpu's plain loops", async (name, expected) => {
  const { files } = await bundleOf(ALL, `./backend-${name}`);
  expect(filesOfCpu(files)).toEqual([...expected].sort());
});

test('backend-wasm includes only plain loops of cpu', async () => {
  const { files } = await bundleOf(ALL, CORE, './backend-wasm');
  expect(files).toContain('kernels/cpu/loops.ts');
  expect(files.filter((file) => /cpu\/(by_four|rows|tuned)/.test(file))).toEqual([]);
});

test.each(BACKENDS)('%s includes no kernels of other backends', async (entry) => {
  const { files } = await bundleOf(ALL, CORE, entry);
  const folder = entry.replace('./backend-', '');
  const others = ['webgl', 'wasm', 'webgpu'].filter((name) => name !== folder);
  expect(files).toContain(`kernels/${folder}/index.ts`);
  expect(files.filter((file) => others.some((name) => file.includes(`/${name}/`)))).toEqual([]);
});

const EVERYTHING = ['segment', 'sparse', 'indexing', 'losses', 'train', 'repair'];

/** The parts of src/ that each entry includes. */
const PARTS: Record<string, string[]> = {
  '.': EVERYTHING,
  [CORE]: EVERYTHING,
  './segment': ['segment'],
  './sparse': ['segment', 'sparse'],
  './indexing': ['indexing'],
  './losses': ['losses'],
  './train': ['train'],
  './repair': ['repair'],
  './converter': ['segment', 'sparse', 'converter'],
  './layers': ['segment', 'sparse', 'layers'],
  './tf': [...EVERYTHING, 'converter', 'tf'],
  './chained': ['segment', 'sparse', 'indexing', 'chained'],
};

function partsIn(files: string[]): string[] {
  expect(files).toContain('src/register.ts');
  const folders = FURTHER.map((name) => name.replace('./', ''));
  return folders.filter((name) => files.some((file) => file.startsWith(`src/${name}/`)));
}

test.each(['.', CORE, ...FURTHER])('%s includes no more parts than it should', async (entry) => {
  expect(partsIn((await bundleOf(ALL, entry)).files)).toEqual(PARTS[entry]);
});

test.each(['.', CORE])('a page with one function of %s includes no part', async (entry) => {
  expect(partsIn((await bundleOf(ONE, entry)).files)).toEqual([]);
  const { files } = await bundleOf('{ take }', entry);
  expect(partsIn(files)).toEqual(['indexing']);
});

test.each(FURTHER.filter((entry) => entry !== './tf'))('%s has no kernels', async (entry) => {
  const { files } = await bundleOf(ALL, entry);
  expect(files.filter((file) => /^kernels\/(webgl|wasm|webgpu)\//.test(file))).toEqual([]);
  expect(filesOfCpu(files).filter((file) => !FILES_FOR_WEBGL.includes(file))).toEqual([]);
});

test.each(ENTRIES)('%s imports no backend', async (entry) => {
  const { packages } = await bundleOf(ALL, entry);
  expect(packages).toContain('@tensorflow/tfjs-core');
  expect(packages.filter((name) => name.includes('backend'))).toEqual([]);
});
