/**
 * Several copies of the package in one process: entries bundled one by one, as CDNs do, ES modules beside CommonJS,
 * two copies of tfjs-core, and other versions.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(__dirname, '..', '..');
const folder = join(root, 'build', 'copies');

/** The names of the entries; the main entry is '.'. */
const ENTRIES = Object.keys(MODULES).map((path) => path.replace('./', ''));
const WITH_CPU = ['.', 'tf', 'backend-cpu'];
const WITH_OPS = ['.', 'tf', 'core'];

const FORMATS = ['mjs', 'cjs'] as const;

type Bundle = Record<'entry' | 'file', string>;

/** Bundles entries, each by itself, in both formats. */
async function bundle(names: string[], source: string, outdir: string): Promise<void> {
  const entryPoints = Object.fromEntries(
    names.map((name) =>
      name === '.'
        ? ['main', join(source, `${MODULES['.']}.ts`)]
        : [name, join(source, `${MODULES[`./${name}`]}.ts`)],
    ),
  );
  for (const format of FORMATS) {
    await build({
      entryPoints,
      outdir,
      bundle: true,
      format: format === 'mjs' ? 'esm' : 'cjs',
      outExtension: { '.js': `.${format}` },
      external: ['@tensorflow/*'],
      tsconfigRaw: {},
      logLevel: 'warning',
    });
  }
}

const bundleOf = (entry: string, format: string, version = 'this'): Bundle => ({
  entry,
  file: join(folder, version, `${entry === '.' ? 'main' : entry}.${format}`),
});

/** Another number in place of the protocol's. */
function renumber(from: string, to: string): void {
  for (const format of FORMATS) {
    const text = readFileSync(bundleOf('.', format, from).file, 'utf8');
    const changed = text.replace(/\bPROTOCOL = \d+/, 'PROTOCOL = 1000');
    expect(changed).not.toBe(text);
    writeFileSync(bundleOf('.', format, to).file, changed);
  }
}

interface Found {
  results: unknown[][];
  direct: unknown;
  undone: { value: unknown; changed: string[] }[];
}

function run(sequences: Bundle[][]): Found[] {
  const script = join(__dirname, 'copies', 'run.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], {
    input: JSON.stringify(sequences),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Found);
}

/** The gradient or value of each entry's call, and the function that its error names. */
const EXPECTED: Record<string, [unknown, string]> = {
  '.': [[0, 2], 'gatherND'],
  core: [[0, 2], 'gatherND'],
  tf: [[0, 2], 'gatherND'],
  segment: [[0, 1], 'unsortedSegmentMax'],
  sparse: [[0.5, 0.5], 'gatherSegmentMean'],
  indexing: [[0, 2], 'take'],
  layers: [[[2, 1]], 'gatherElements'],
  chained: [[15, 1], 'scatterElements'],
};

const outOfBounds = (name: string): unknown =>
  expect.stringMatching(RegExp(`^${name}: .* the value 7 at`));
const noKernels = (name: string): unknown =>
  expect.stringMatching(RegExp(`^${name}: the backend 'cpu' has no kernels from this package`));

const NO_KERNEL: unknown = expect.stringContaining("'GatherND' not registered");

function expectedOf(entry: string, hasKernels: boolean): unknown {
  if (entry === 'converter') return [[expect.any(Number)]];
  if (!(entry in EXPECTED)) return [];
  const [value, name] = EXPECTED[entry];
  const writes = WITH_OPS.includes(entry);
  if (!hasKernels)
    return [noKernels(name), noKernels(name), ...(writes ? [noKernels('assignScatterND')] : [])];
  return [value, outOfBounds(name), ...(writes ? [[0, 2]] : [])];
}

function expectWorking(sequences: Bundle[][]): void {
  const found = run(sequences);
  expect(found).toHaveLength(sequences.length);
  sequences.forEach((sequence, i) => {
    const hasKernels = sequence.some(({ entry }) => WITH_CPU.includes(entry));
    const undone: unknown = hasKernels ? { value: [0, 2], changed: [] } : expect.anything();
    expect([sequence, found[i]]).toEqual([
      sequence,
      {
        results: sequence.map(({ entry }) => expectedOf(entry, hasKernels)),
        direct: hasKernels ? [2] : NO_KERNEL,
        undone: Array<unknown>(found[i].undone.length).fill(undone),
      },
    ]);
  });
}

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bundle(ENTRIES, root, join(folder, 'this'));
});

const pairs = ENTRIES.flatMap((first) => ENTRIES.map((second) => [first, second]));

test.each([
  ['mjs', 'mjs'],
  ['mjs', 'cjs'],
  ['cjs', 'mjs'],
  ['cjs', 'cjs'],
])('every pair of entries works, each bundled by itself, %s before %s', (...formats) => {
  expectWorking(pairs.map((entries) => entries.map((entry, i) => bundleOf(entry, formats[i]))));
});

test('entries with two copies of tfjs-core work', () => {
  const core = join('node_modules', '@tensorflow', 'tfjs-core');
  for (const file of ['package.json', join('dist', 'tf-core.node.js')]) {
    cpSync(join(root, core, file), join(folder, 'core', core, file));
  }
  cpSync(join(folder, 'this'), join(folder, 'core'), { recursive: true });
  const others = ENTRIES.map((entry) => bundleOf(entry, 'cjs', 'core'));
  const main = bundleOf('.', 'cjs');
  expectWorking(
    others.flatMap((other) => [
      [main, other],
      [other, main],
    ]),
  );
});

test('another protocol has its own state and kernels, in any order', () => {
  mkdirSync(join(folder, 'next'), { recursive: true });
  renumber('this', 'next');
  const [ours, other, core] = [
    bundleOf('.', 'mjs'),
    bundleOf('.', 'cjs', 'next'),
    bundleOf('core', 'mjs'),
  ];
  expectWorking([
    [ours, other],
    [other, ours],
    [ours, other, bundleOf('segment', 'cjs'), bundleOf('layers', 'cjs')],
  ]);
  // Kernels of the other protocol do not serve this one.
  const [{ results }] = run([[other, core]]);
  expect(results).toEqual([expectedOf('.', true), expectedOf('core', false)]);
});

test('functions run their own kernels where an older version has registered its own first', () => {
  const older = bundleOf('.', 'cjs', 'older');
  mkdirSync(join(folder, 'older'), { recursive: true });
  // Such a version runs its kernels by their public names, and has more of them.
  const names = ['GatherElements', 'GatherND', 'ScatterElements', 'ScatterND'];
  const config = `{ kernelName, backendName: 'cpu', kernelFunc() { throw new Error('older'); } }`;
  writeFileSync(
    older.file,
    `const tf = require('@tensorflow/tfjs');
     for (const kernelName of ${JSON.stringify([...names, 'GatherSegment', 'SampledDot'])}) {
       tf.registerKernel(${config});
       tf.registerGradient({ kernelName, gradFunc() { throw new Error('older'); } });
     }`,
  );
  const found = run(
    ENTRIES.map((entry) => [
      { ...older, entry: 'older' },
      bundleOf('.', 'mjs'),
      bundleOf(entry, 'cjs'),
    ]),
  );
  expect(found).toHaveLength(ENTRIES.length);
  found.forEach(({ results, direct }, i) => {
    expect(direct).toBe('older');
    expect(results).toEqual([[], expectedOf('.', true), expectedOf(ENTRIES[i], true)]);
  });
});
