/**
 * Breaks the code in a fixed sample of places, one at a time, and reports which mutants the quick unit
 * tests kill: `npm run mutate`. `npm run mutate -- --every 90` takes a smaller sample, and `--workers 1` runs one
 * mutant at a time. `--check` only looks for the lines that test/mutation/equivalent.mjs names.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { EQUIVALENT } from '../test/mutation/equivalent.mjs';
import { APART } from '../test/sets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '13' },
    workers: { type: 'string', default: '2' },
    check: { type: 'boolean', default: false },
  },
});

/** The code that determines the result of a call. */
const FOLDERS = ['kernels', 'src/ops', 'src/gradients', 'src/segment'];

/** Folders with tests of their own. */
const WITHOUT = ['builtins', 'wasm', 'webgl', 'webgpu'].map((name) => `:!kernels/${name}`);

/** A mutant that contains more than this many is not picked: Stryker would run all of them. */
const MOST_WITHIN = 4;

/** The path of a file as git prints it. */
const pathOf = (fileName) => relative(root, fileName).replaceAll('\\', '/');

const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, isDebugEnabled: () => false };

async function mutantsOf(names) {
  const files = await Promise.all(
    names.map(async (name) => ({
      name: root + name,
      content: await readFile(root + name, 'utf8'),
      mutate: true,
    })),
  );
  const options = { ignorers: [], excludedMutations: [], plugins: null };
  return (await new Instrumenter(silent).instrument(files, options)).mutants;
}

const isBefore = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column);

const isWithin = (inner, outer) =>
  inner.fileName === outer.fileName &&
  isBefore(outer.location.start, inner.location.start) &&
  isBefore(inner.location.end, outer.location.end);

/** The range of a mutant in the format of Stryker's option, with lines counted from 1. */
function rangeOf({ fileName, location: { start, end } }) {
  const at = ({ line, column }) => `${line + 1}:${column}`;
  return `${pathOf(fileName)}:${at(start)}-${at(end)}`;
}

/** A mutant of a report, which counts lines and columns from 1. */
function asInstrumented({ location: { start, end }, ...mutant }) {
  const before = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return { ...mutant, location: { start: before(start), end: before(end) } };
}

const names = execFileSync('git', ['ls-files', ...FOLDERS, ...WITHOUT], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name.endsWith('.ts'));

/** The lines of each file, without their indentation. */
const linesOf = Object.fromEntries(
  await Promise.all(
    names.map(async (name) => {
      const lines = (await readFile(root + name, 'utf8')).split('\n');
      return [name, lines.map((line) => line.trim())];
    }),
  ),
);

/** The line of code that a mutant starts in, with lines counted from 0. */
const lineOf = ({ fileName, location: { start } }) => linesOf[pathOf(fileName)][start.line];

/** Whether a mutant is in the sample, which a change elsewhere leaves as it is. */
function isSampled(mutant) {
  const { start, end } = mutant.location;
  const place = [pathOf(mutant.fileName), lineOf(mutant), end.column - start.column];
  return (
    createHash('sha1').update(place.join()).digest().readUInt32LE() % Number(values.every) === 0
  );
}

/** Whether a path is a file's, or the end of it. */
const isOf = (file, path) => `/${file}`.endsWith(`/${path}`);

const stale = EQUIVALENT.find(
  ({ path, line }) => !names.some((file) => isOf(file, path) && linesOf[file].includes(line)),
);
if (stale)
  throw new Error(
    `test/mutation/equivalent.mjs names a line that is not in ${stale.path}: ${stale.line}`,
  );

if (values.check) process.exit();

/** A mutant as it is printed. */
const nameOf = (mutant) => `${rangeOf(mutant)}: ${lineOf(mutant)} → ${mutant.replacement}`;

const isEquivalent = (mutant) =>
  EQUIVALENT.some(
    ({ path, line, to }) =>
      isOf(pathOf(mutant.fileName), path) &&
      line === lineOf(mutant) &&
      to.includes(mutant.replacement),
  );

const all = await mutantsOf(names);
const small = all.filter(
  (mutant) => all.filter((other) => isWithin(other, mutant)).length <= MOST_WITHIN,
);
const picked = small.filter(isSampled);
// Stryker takes ranges, and runs all mutants in one.
const sample = all.filter(
  (mutant) => !isEquivalent(mutant) && picked.some((range) => isWithin(mutant, range)),
);
console.log(`The sample has ${sample.length} of ${all.length} mutants.`);

/** Runs suites on the mutants at these ranges, and returns what became of each. */
function run(mutate, suites) {
  return new Stryker({
    mutate: [...new Set(mutate)],
    testRunner: 'jest',
    jest: {
      configFile: 'test/mutation.config.mjs',
      config: { testMatch: suites.map((name) => `<rootDir>/test/${name}.test.ts`) },
      enableFindRelatedTests: false,
    },
    // Tables run their rows before their tests, so coverage by test is not known.
    coverageAnalysis: 'off',
    concurrency: Number(values.workers),
    tempDirName: 'build/mutation',
    ignorePatterns: ['build', 'dist', 'demo', 'test/demo'],
    reporters: ['dots', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    timeoutMS: 20_000,
    allowConsoleColors: false,
  }).runMutationTest();
}

/** Most mutants fail in the first pass, so the slower ones have few left. */
const PASSES = [
  { backends: 'cpu', suites: ['mutation/quick'] },
  { backends: 'simulated gpu', suites: ['mutation/quick'] },
  { backends: 'wasm', suites: ['mutation/quick'] },
  { backends: 'cpu', suites: APART },
];

process.chdir(root);

let left = sample;
for (const { backends, suites } of PASSES) {
  process.env.BACKENDS = backends;
  const reported = await run(left.map(rangeOf), suites);
  const survivors = reported.filter(({ status }) => status === 'Survived').map(asInstrumented);
  const names = new Set(survivors.map(nameOf));
  left = left.filter((mutant) => names.has(nameOf(mutant)));
}

for (const mutant of left) console.log(nameOf(mutant));
const killed = sample.length - left.length;
const share = ((100 * killed) / sample.length).toFixed(1);
console.log(`The tests killed ${killed} of ${sample.length} mutants (${share}%).`);
