/**
 * The package as users get it: packed, installed into an empty project with its peers, and used
 * from every kind of module. It runs with the current tfjs and with the oldest supported one.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..');
const run = promisify(execFile);

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    peerDependencies: Record<string, string>;
    exports: Record<string, unknown>;
  };

const CURRENT_TFJS = manifest(join(root, 'node_modules/@tensorflow/tfjs')).version;
const TFJS_RANGE = manifest(root).peerDependencies['@tensorflow/tfjs-core'];
const OLDEST_TFJS = `${/\d+\.\d+/.exec(TFJS_RANGE)?.[0] ?? TFJS_RANGE}.0`;

/** The output of test/package/consumer/use.cjs and similar files. */
const EXPECTED = {
  gathered: [
    [1, 1],
    [4, 3],
  ],
  scattered: [1, 32, 3, 4],
  trained: [0, 2, 1.25],
  meanGradient: [1, 0.5, 0.5],
  modelled: [3, 0, 3],
  layered: [[1, 4]],
  indexed: [7, 2, 12],
  named: [2],
  isDefault: true,
  isShared: true,
};

/** tfjs' hint about its native backend in Node; any other output is unexpected. */
const GREETING =
  /\n?={28}\nHi, looks like you are running TensorFlow\.js in Node\.js\.[^\n]*\n={28}\n/;

/** The files below a folder, sorted, with forward slashes. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** tfjs' warning about a second copy of tfjs-core. */
const SECOND_CORE = 'Platform node has already been set. Overwriting the platform with node.\n';

/** Runs a module of the project; returns its output, one JSON value per line. */
async function runModule(
  project: string,
  file: string,
  { args = [] as string[], warning = '' } = {},
): Promise<unknown[]> {
  const { stdout, stderr } = await run(process.execPath, [file, ...args], { cwd: project });
  expect(stderr.replace(GREETING, '')).toBe(warning);
  const lines = stdout.trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

/** Compiles the project's TypeScript; returns the compiler's errors, except those in files of other packages. */
async function compile(project: string, config: string): Promise<string[]> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', `tsconfig.${config}.json`, '--pretty', 'false'];
  const stdout = await run(process.execPath, args, { cwd: project }).then(
    (result) => result.stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  // Further lines of an error are indented.
  return stdout
    .split(/\n(?=\S)/)
    .map((error) => error.trim())
    .filter((error) => error && !/^[^(]*node_modules\/(?!tfjs-gather-scatter\/)/.test(error));
}

let packed: string;
let tarball: string;

beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'packed-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: root });
  tarball = join(packed, readdirSync(packed)[0]);
});

afterAll(() => {
  rmSync(packed, { recursive: true, force: true });
});

describe.each([...new Set([CURRENT_TFJS, OLDEST_TFJS])])('installed beside tfjs %s', (version) => {
  let project: string;

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'consumer-'));
    cpSync(join(__dirname, 'consumer'), project, { recursive: true });
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
    const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    const packages = [tarball, `second-copy@file:${tarball}`, `@tensorflow/tfjs@${version}`];
    await run('npm', ['install', ...flags, ...packages], { cwd: project });
    expect(manifest(join(project, 'node_modules/@tensorflow/tfjs-core')).version).toBe(version);
  });

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  test('contains what was built, and nothing else', () => {
    // The script tag's files are only in its bundle, and those of the SIMD module only in its
    // bytes.
    const elsewhere = ['src/script_tag/', 'kernels/wasm/assembly/'];
    const sources = ['src', 'kernels']
      .flatMap((folder) => filesBelow(join(root, folder)).map((file) => `${folder}/${file}`))
      .filter((file) => !elsewhere.some((folder) => file.startsWith(folder)))
      .map((file) => file.replace(/\.ts$/, ''));
    const built = sources.flatMap((source) =>
      ['esm', 'cjs'].flatMap((kind) => [`${kind}/${source}.js`, `${kind}/${source}.d.ts`]),
    );
    const expected = ['cjs/package.json', ...built].map((file) => `dist/${file}`);
    expected.push('dist/tfjs-gather-scatter.min.js');
    expected.push('CHANGELOG.md', 'LICENSE', 'README.md', 'llms.txt', 'package.json');
    // For resolvers that do not read exports.
    const entries = Object.keys(manifest(root).exports).filter((entry) =>
      /^\.\/[^.]+$/.test(entry),
    );
    expected.push(...entries.map((entry) => `${entry.slice(2)}/package.json`));
    // ARCHITECTURE.md is for readers of the source.
    const pages = filesBelow(join(root, 'docs')).filter((file) => file !== 'ARCHITECTURE.md');
    expected.push(...pages.map((file) => `docs/${file}`), 'bench/RESULTS.md');
    expected.push('demo/screenshots/race.png', 'demo/screenshots/start.png');
    expect(filesBelow(join(project, 'node_modules/tfjs-gather-scatter'))).toEqual(expected.sort());
  });

  test.each([
    ['from an ES module', 'esm.mjs', 1],
    ['from CommonJS', 'commonjs.cjs', 1],
    ['as three copies in one process, without warnings', 'copies.mjs', 3],
  ])('works %s', async (_, file, copies) => {
    expect(await runModule(project, file)).toEqual(Array(copies).fill(EXPECTED));
  });

  describe('with its own copy of tfjs-core', () => {
    const [core, copy] = ['', 'second-copy/node_modules/'].map(
      (folder) => (file: string) =>
        join(project, 'node_modules', folder, '@tensorflow/tfjs-core', file),
    );

    beforeAll(() => {
      for (const file of ['package.json', 'dist/tf-core.node.js']) cpSync(core(file), copy(file));
    });

    afterAll(() => {
      rmSync(copy('..'), { recursive: true });
    });

    const tfjs = '@tensorflow/tfjs';
    test.each([
      ['first', [tfjs, 'second-copy', 'second-copy/chained']],
      ['last', ['second-copy', 'second-copy/chained', tfjs]],
    ])('adds methods to all tensors where tfjs is imported %s', async (_, args) => {
      const found = await runModule(project, 'cores.mjs', { args, warning: SECOND_CORE });
      expect(found).toEqual([
        {
          isCopied: true,
          tensorsOfImport: 0,
          dataOfImport: 0,
          scattered: [0, 0, 2],
          ofVariable: [1, 4],
          byCopy: [5],
          gradient: [0, 8],
        },
      ]);
    });
  });

  test.each([
    ['bundler', ['typescript.js']],
    ['nodenext', ['typescript.js', 'typescript_commonjs.cjs']],
  ])('type checks and works from TypeScript with %s resolution', async (name, files) => {
    expect(await compile(project, name)).toEqual([]);
    for (const file of files) {
      expect(await runModule(project, `out/${file}`)).toEqual([EXPECTED]);
    }
  });

  test('has types that need no skipLibCheck', async () => {
    expect(await compile(project, 'libraries')).toEqual([]);
  });
});
