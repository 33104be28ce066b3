/**
 * Which way imports run: downwards only. Each folder has one block, as a later block would replace the
 * rule's options. Imports are matched as they are written, relative to the file.
 */

/** The parts of src/ that build on its ops, each of which may import those before it. */
const PARTS = [
  'segment',
  'sparse',
  'indexing',
  'builtins',
  'layers',
  'converter',
  'chained',
  'tf',
  'script_tag',
];

/** The parts that may ask which backend is the current one. */
const ASK_FOR_BACKENDS = ['segment', 'sparse', 'indexing', 'builtins'];

/** Refuses imports that match a regular expression. */
const forbid = (files, regex, message, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});

/** The folders of backends, of which src/ imports none; all of them at once are for entries. */
const BACKENDS = 'kernels/(?!contract/|builtins/index\\.js$|host\\.js$)';
const BACKENDS_BUT_ALL = 'kernels/(?!contract/|builtins/index\\.js$|host\\.js$|index\\.js$)';
/** The packages of backends, of which types may be imported: importing this package imports none. */
const TFJS_BACKENDS = '^@tensorflow/tfjs-backend-';
const ENTRIES = ['\\.\\./core/', 'register\\.js$', 'serving\\.js$', '\\.\\./index\\.js$'];
const anyOf = (...alternatives) => alternatives.join('|');
const folders = (names) => names.map((name) => `\\.\\./${name}/`);

/** Refuses packages that match a regular expression, except for their types. */
const forbidPackages = (files, regex, message) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: [{ regex, message, allowTypeImports: true }] },
    ],
  },
});

/** The entries that are complete: they import the kernels of all backends. */
const COMPLETE = ['tf', 'script_tag'];

/** The rules of a part: its entry may also import what only entries do. */
function rulesOf(part) {
  const above = folders(PARTS.slice(PARTS.indexOf(part) + 1));
  const backends = ASK_FOR_BACKENDS.includes(part) ? [] : ['\\.\\./backends\\.js$'];
  const entry = `src/${part}/index.ts`;
  const kernels = COMPLETE.includes(part) ? BACKENDS_BUT_ALL : BACKENDS;
  const message = 'Import the contract, src/ops, src/gradients and the parts below this one.';
  return [
    forbid([`src/${part}/**`], anyOf(BACKENDS, ...above, ...backends, ...ENTRIES), message, [
      entry,
    ]),
    forbid([entry], anyOf(kernels, ...above, ...backends), message),
  ];
}

export const importRules = [
  forbid(['kernels/contract/**'], '^\\.\\./', 'The contract imports tfjs-core only.'),
  forbid(['kernels/cpu/**'], '^\\.\\./(?!contract/)', 'A backend imports the contract.'),
  forbid(
    ['kernels/*/**'],
    '^\\.\\./(?!contract/|cpu/(host|gpu_kernels|gradients)\\.js$)',
    'A backend imports the contract, and of ../cpu/ what carries calls out on the host.',
    ['kernels/{contract,cpu}/**', 'kernels/*/register.ts'],
  ),
  forbid(
    ['kernels/*/register.ts'],
    '^\\.\\./(?!contract/|builtins/index\\.js$)',
    'The entry of a backend imports the contract, the backend, and the kernels of tfjs it lacks.',
  ),
  forbid(['kernels/*.ts'], '^\\.\\./', 'kernels/ imports nothing of src/.'),
  forbid(
    ['src/ops/**', 'src/gradients/**'],
    anyOf(BACKENDS, ...folders(PARTS), ...ENTRIES),
    'Import the contract, src/backends.js, src/ops and src/gradients.',
  ),
  forbid(
    ['src/*.ts'],
    anyOf(BACKENDS, `^\\./(core|${PARTS.join('|')})/`),
    'Import kernels/host.js, and no part of src/: the backends register themselves.',
    ['src/{index,register}.ts'],
  ),
  forbid(
    ['src/index.ts'],
    anyOf(BACKENDS_BUT_ALL, `^\\./(${PARTS.join('|')})/`),
    'Import src/core/, and kernels/index.js: only that file knows the backends.',
  ),
  forbid(
    ['src/register.ts', 'src/core/**'],
    BACKENDS,
    'Import no backend: gradients and the core are imported without kernels.',
  ),
  ...PARTS.flatMap(rulesOf),
  forbidPackages(
    ['kernels/**'],
    '^@tensorflow/(?!tfjs-core$)',
    'Import tfjs-core, and of the packages of backends only types.',
  ),
  forbidPackages(['src/**'], TFJS_BACKENDS, 'Import only types of the packages of backends.'),
  forbid(
    ['test/**'],
    `/(src/((core|${PARTS.join('|')})/)?index|register)\\.js$`,
    'Import the entries of the package by their names.',
  ),
  forbid(['demo/**'], '/(src|kernels)/', 'Import the entries of the package by their names.'),
];
