import { readdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { MODULES } from './scripts/entries.mjs';
import { LEFT_OUT_OF_CHECK, QUICK, QUICK_DEMO, SLOW } from './test/sets.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** A folder with another version of tfjs to use instead of the installed one, and a folder with tfjs-node. */
const { TFJS_FOLDER, TFJS_NODE } = process.env;

// tfjs-node runs with the same tfjs as the tests.
const tfjsFolder = TFJS_FOLDER ?? (TFJS_NODE && '<rootDir>');
const installedTfjs = tfjsFolder ? { '^(@tensorflow/.*)$': `${tfjsFolder}/node_modules/$1` } : {};

/** The options that all projects share. Only `npm run typecheck` checks types. */
const common = {
  rootDir: root,
  // Leaves out build/, where other copies of the tests may lie.
  roots: ['kernels', 'src', 'test'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/support/setup/quiet.ts'],
  // Node looks up globals slowly in the contexts that jest runs modules in.
  sandboxInjectedGlobals: [
    'Array',
    'Error',
    'Float32Array',
    'Int32Array',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'Promise',
    'Set',
    'String',
    'Uint8Array',
    'isFinite',
    'isNaN',
  ],
  transform: {
    '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }],
  },
  moduleNameMapper: {
    ...installedTfjs,
    // Logic needs signals, not Preact, which is there as ES modules alone.
    '^(@preact/signals)$': '$1-core',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^tfjs-gather-scatter$': '<rootDir>/src/index.ts',
    '^tfjs-gather-scatter/backend-(\\w+)$': '<rootDir>/kernels/$1/register.ts',
    '^tfjs-gather-scatter/(\\w+)$': '<rootDir>/src/$1/index.ts',
  },
};

/** Tables of cases, which run in this process in one project, and in browsers in another. */
const TABLES = [
  'conformance/*',
  'random/*',
  'layers/layers',
  'builtins/{defects,random_calls,random_repairs}',
];

/** Tables of random calls, of which each set runs a share. */
const RANDOM = ['random/*', 'builtins/{random_calls,random_repairs}', 'package/assign'];

const SUITES = {
  unit: [...TABLES, '{builtins,layers,package,wasm}/*', 'demo/logic/*'],
  browser: [...TABLES, 'browser/*', 'builtins/{repair,wrong_in_tfjs}'],
  demo: ['demo/*'],
};

/** Whether a name fits a pattern, where * is any part of a path and {a,b} is one of these. */
function fits(name, pattern) {
  const anyOf = pattern.replace(/\{(.+?)\}/g, (_, names) => `(${names.replaceAll(',', '|')})`);
  return new RegExp(`^${anyOf.replaceAll('*', '[^/]+')}$`).test(name);
}

const fitsAny = (name, patterns) => patterns.some((pattern) => fits(name, pattern));

/** All suites, by their paths in test/. `npm run mutate` runs those in mutation/. */
const FOUND = readdirSync(`${root}test`, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('mutation/'))
  .map((path) => path.replace('.test.ts', ''));

/** The suites that fit some patterns but not others. */
const suites = (patterns, without = []) =>
  FOUND.filter((name) => fitsAny(name, patterns) && !fitsAny(name, without));

/** The suites of a project that the quick set does not run whole. */
const slowOf = (project) =>
  suites(SUITES[project]).filter((name) => fitsAny(name, [...RANDOM, ...SLOW[project]]));

const leftOut = suites(FOUND, Object.values(SUITES).flat());
if (leftOut.length > 0) throw new Error(`No project of jest.config.js has ${leftOut.join(', ')}.`);

const setup = (name) => ({
  globalSetup: `<rootDir>/test/support/setup/${name}.mjs`,
  globalTeardown: '<rootDir>/test/support/setup/browsers.mjs',
});

/** A project, which runs its tables on all drivers, the quick ones or the others. */
function project(name, drivers, names, displayName = name) {
  return {
    ...common,
    ...(name === 'unit' ? {} : setup(name)),
    displayName,
    globals: { PROJECT: name, DRIVERS: drivers, QUICK, MODULES },
    // No pattern has the path of this folder, which may contain characters of patterns.
    testMatch: names.map((name) => `**/test/${name}.test.ts`),
  };
}

const PROJECTS = {
  all: Object.entries(SUITES).map(([name, names]) => project(name, 'all', suites(names))),
  quick: [
    ...['unit', 'browser'].map((name) => project(name, 'quick', suites(SUITES[name], SLOW[name]))),
    project('demo', 'quick', suites(QUICK_DEMO)),
  ],
  check: [project('unit', 'quick', suites(SUITES.unit, [...SLOW.unit, ...LEFT_OUT_OF_CHECK]))],
  rest: [
    ...['unit', 'browser'].flatMap((name) => [
      project(name, 'rest', slowOf(name)),
      project(name, 'others', suites(TABLES, RANDOM), `${name}, other drivers`),
    ]),
    project('demo', 'rest', suites(SUITES.demo, QUICK_DEMO)),
  ],
};

/** The configuration for a set of tests: 'quick', 'check', 'rest' or 'all'. */
export const configOf = (set) => ({
  rootDir: root,
  // Longer than any table takes on a busy machine.
  testTimeout: 900_000,
  maxWorkers: 2,
  projects: PROJECTS[set],
  reporters: [
    'default',
    [
      '<rootDir>/test/support/setup/finds_all.mjs',
      Object.fromEntries(
        PROJECTS[set].map(({ displayName, testMatch }) => [displayName, testMatch.length]),
      ),
    ],
  ],
});

/** @type {import('jest').Config} */
export default configOf(process.env.TEST_SET ?? 'all');
