/**
 * Breaks the code in a fixed sample of places, one at a time, and reports which mutants the quick unit
 * tests kill: `npm run mutate`. `npm run mutate -- --every 90` takes a smaller sample.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { APART } from '../test/sets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const { values } = parseArgs({ options: { every: { type: 'string', default: '18' } } });

/** The code that determines the result of a call. */
const FOLDERS = ['kernels/contract', 'kernels/cpu', 'src/ops', 'src/gradients', 'src/segment'];

/** A mutant that contains more than this many is skipped: Stryker would run all of them. */
const MOST_WITHIN = 4;

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
  return `${relative(root, fileName)}:${at(start)}-${at(end)}`;
}

/** The same for a mutant of a report, which counts lines and columns from 1. */
function rangeInReport({ fileName, location: { start, end } }) {
  const before = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return rangeOf({ fileName, location: { start: before(start), end: before(end) } });
}

const survivorsOf = (mutants) => mutants.filter(({ status }) => status === 'Survived');

const names = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name.endsWith('.ts'));
const all = await mutantsOf(names);
const small = all.filter(
  (mutant) => all.filter((other) => isWithin(other, mutant)).length <= MOST_WITHIN,
);
const sample = small.filter((_, i) => i % Number(values.every) === 0);

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
    concurrency: 2,
    tempDirName: 'build/mutation',
    ignorePatterns: ['build', 'dist', 'demo', 'bench', 'test/demo'],
    reporters: ['dots', 'clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    timeoutMS: 20_000,
    allowConsoleColors: false,
  }).runMutationTest();
}

process.chdir(root);
process.env.BACKENDS = 'cpu';

// Nearly all mutants fail in the suites that share one process, which take the least time.
const results = await run(sample.map(rangeOf), ['mutation/quick']);
const survivors = survivorsOf(results);
const others = await run(survivors.map(rangeInReport), APART);
const left = survivorsOf(others).filter((mutant) =>
  survivors.some(
    (one) =>
      isWithin(one, mutant) && isWithin(mutant, one) && one.replacement === mutant.replacement,
  ),
);

const killed = results.length - left.length;
const share = ((100 * killed) / results.length).toFixed(1);
console.log(`${killed} of ${results.length} mutants were killed, ${share}%.`);
