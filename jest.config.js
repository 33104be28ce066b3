import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { QUICK, QUICK_DEMO, SLOW } from './test/sets.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** A folder with another version of tfjs, which all of it comes from where this is set. */
const { TFJS_FOLDER } = process.env;

const installedTfjs = TFJS_FOLDER ? { '^(@tensorflow/.*)$': `${TFJS_FOLDER}/node_modules/$1` } : {};

/** What all projects share. Types are checked by `npm run typecheck` alone. */
const common = {
  rootDir: root,
  testEnvironment: 'node',
  // Node looks globals up slowly in the contexts that jest runs modules in.
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

/** Tables that run on the backends of this process in one project, on those of browsers in another. */
const TABLES = [
  'conformance/*',
  'random/*',
  'layers/layers',
  'builtins/{accelerate,defects,gradients}',
];

/** The tables of random calls. Each set makes its share of them. */
const RANDOM = ['random/*', 'builtins/{accelerate,gradients}'];

const SUITES = {
  unit: [...TABLES, '{builtins,layers,package,wasm}/*', 'demo/logic/*'],
  browser: [...TABLES, 'browser/*'],
  demo: ['demo/*'],
};

const pathsOf = (names) => names.map((name) => `${root}test/${name}.test.ts`);

/** Patterns of suites, but for some. */
const suites = (names, without = []) => [
  ...pathsOf(names),
  ...pathsOf(without).map((path) => `!${path}`),
];

const setup = (name) => ({
  globalSetup: `<rootDir>/test/support/setup/${name}.mjs`,
  globalTeardown: '<rootDir>/test/support/setup/teardown.mjs',
});

/** A project. Of the drivers of its tables it runs all, the quick ones or the others. */
function project(name, drivers, testMatch, displayName = name) {
  return {
    ...common,
    ...(name === 'unit' ? {} : setup(name)),
    displayName,
    globals: { PROJECT: name, DRIVERS: drivers, QUICK },
    testMatch,
  };
}

const PROJECTS = {
  all: Object.entries(SUITES).map(([name, names]) => project(name, 'all', suites(names))),
  quick: [
    ...['unit', 'browser'].map((name) => project(name, 'quick', suites(SUITES[name], SLOW[name]))),
    project('demo', 'quick', suites(QUICK_DEMO)),
  ],
  rest: [
    ...['unit', 'browser'].flatMap((name) => [
      project(name, 'rest', suites([...RANDOM, ...SLOW[name]])),
      project(name, 'others', suites(TABLES, RANDOM), `${name}, other drivers`),
    ]),
    project('demo', 'rest', suites(SUITES.demo, QUICK_DEMO)),
  ],
};

/** The configuration that runs a set of tests: 'quick', 'rest' or 'all'. */
export const configOf = (set) => ({
  rootDir: root,
  testTimeout: 120_000,
  maxWorkers: 2,
  reporters: ['default', '<rootDir>/test/support/setup/slowest_suites.mjs'],
  projects: PROJECTS[set],
});

/** @type {import('jest').Config} */
export default configOf('all');
