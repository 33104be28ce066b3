/**
 * Which way imports run: downwards only. Each folder has one block, as a later block would replace the
 * rule's options. Imports are matched as they are written, relative to the file.
 */

/** The parts of src/ that build on its ops, each of which may import those before it. */
const PARTS = [
  'segment',
  'indexing',
  'builtins',
  'layers',
  'converter',
  'chained',
  'tf',
  'script_tag',
];

/** The parts that may ask which backend is the current one. */
const ASK_FOR_BACKENDS = ['segment', 'indexing', 'builtins'];

/** Refuses imports that match a regular expression. */
const forbid = (files, regex, message, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});

const BACKENDS = 'kernels/(?!contract/|index\\.js$)';
/** The packages of backends, of which types may be imported: importing this package imports none. */
const TFJS_BACKENDS = '^@tensorflow/tfjs-backend-';
const ENTRIES = ['register\\.js$', 'serving\\.js$', '\\.\\./index\\.js$'];
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

/** The rules of a part: its entry may also import what only entries do. */
function rulesOf(part) {
  const above = folders(PARTS.slice(PARTS.indexOf(part) + 1));
  const backends = ASK_FOR_BACKENDS.includes(part) ? [] : ['\\.\\./backends\\.js$'];
  const entry = `src/${part}/index.ts`;
  const message = 'Import the contract, src/ops, src/gradients and the parts below this one.';
  return [
    forbid([`src/${part}/**`], anyOf(BACKENDS, ...above, ...backends, ...ENTRIES), message, [
      entry,
    ]),
    forbid([entry], anyOf(BACKENDS, ...above, ...backends), message),
  ];
}

export const importRules = [
  forbid(['kernels/contract/**'], '^\\.\\./', 'The contract imports tfjs-core only.'),
  forbid(['kernels/cpu/**'], '^\\.\\./(?!contract/)', 'A backend imports the contract.'),
  forbid(
    ['kernels/*/**'],
    '^\\.\\./(?!contract/|cpu/index\\.js$)',
    'A backend imports the contract, and ../cpu/index.js for its calls that the host carries out.',
    ['kernels/{contract,cpu}/**'],
  ),
  forbid(['kernels/index.ts'], '^\\.\\./', 'kernels/ imports nothing of src/.'),
  forbid(
    ['src/ops/**', 'src/gradients/**'],
    anyOf(BACKENDS, ...folders(PARTS), ...ENTRIES),
    'Import the contract, src/backends.js, src/ops and src/gradients.',
  ),
  forbid(
    ['src/*.ts'],
    anyOf(BACKENDS, `^\\./(${PARTS.join('|')})/`),
    'Import kernels/index.js, which alone knows the backends, and no part of src/.',
    ['src/{index,register}.ts'],
  ),
  forbid(
    ['src/{index,register}.ts'],
    BACKENDS,
    'Import kernels/index.js: only that file knows the backends.',
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
    `/src/((${PARTS.join('|')})/)?index\\.js$`,
    'Import the entries of the package by their names.',
  ),
  forbid(['demo/**'], '/(src|kernels)/', 'Import the entries of the package by their names.'),
];
