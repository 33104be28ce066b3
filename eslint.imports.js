/**
 * Imports only go downwards. Each folder has one block, because a later block would replace the rule's
 * options. Patterns match import paths as written, relative to the file.
 */

/** The parts of src/ that build on its ops. Each may import the ones before it. */
const PARTS = [
  'segment',
  'sparse',
  'indexing',
  'losses',
  'train',
  'builtins',
  'repair',
  'layers',
  'converter',
  'chained',
  'tf',
  'script_tag',
];

/** The parts that may ask for the current backend. */
const ASK_FOR_BACKENDS = [
  'segment',
  'sparse',
  'indexing',
  'losses',
  'train',
  'builtins',
  'converter',
];

/** Forbids imports that match a regular expression. */
const forbid = (files, regex, message, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});

/** What src/ does not import of kernels/: the backends. Only complete entries import all of them at once. */
const OPEN = '(call|registry|tfjs)/|builtins/index\\.js$';
const BACKENDS = `kernels/(?!${OPEN})`;
const BACKENDS_BUT_ALL = `kernels/(?!${OPEN}|index\\.js$)`;
/** Packages of tfjs backends. Only their types may be imported, so that this package loads none. */
const TFJS_BACKENDS = '^@tensorflow/tfjs-backend-';
const ENTRIES = ['\\.\\./core/', 'register\\.js$', 'register_kernels\\.js$', '\\.\\./index\\.js$'];
const anyOf = (...alternatives) => alternatives.join('|');
const folders = (names) => names.map((name) => `\\.\\./${name}/`);

/** In kernels, the only file that imports tfjs-core at run time. */
const SEAM = 'kernels/tfjs/seam.ts';

/** Forbids packages that match a regular expression, except for their types. */
const forbidPackages = (files, regex, message, ignores = []) => ({
  files,
  ignores,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: [{ regex, message, allowTypeImports: true }] },
    ],
  },
});

/** The entries that import the kernels of all backends. */
const COMPLETE = ['tf', 'script_tag'];

/** The rules for a part. Its entry may import more than its other files. */
function rulesOf(part) {
  const above = folders(PARTS.slice(PARTS.indexOf(part) + 1));
  const backends = ASK_FOR_BACKENDS.includes(part) ? [] : ['\\.\\./backends\\.js$'];
  const entry = `src/${part}/index.ts`;
  const kernels = COMPLETE.includes(part) ? BACKENDS_BUT_ALL : BACKENDS;
  const message =
    'Import kernels/call, registry and tfjs, src/ops, src/gradients and the parts below this one.';
  return [
    forbid([`src/${part}/**`], anyOf(BACKENDS, ...above, ...backends, ...ENTRIES), message, [
      entry,
    ]),
    forbid([entry], anyOf(kernels, ...above, ...backends), message),
  ];
}

/** The rooms of kernels/, and what each imports of the others. */
const ROOMS = {
  tfjs: [],
  call: ['tfjs/'],
  registry: ['call/', 'tfjs/'],
  cpu: ['call/', 'registry/', 'tfjs/'],
  builtins: ['call/', 'registry/', 'tfjs/'],
  gpu: ['call/', 'registry/', 'tfjs/', 'cpu/host\\.js$'],
  wasm: ['call/', 'registry/', 'tfjs/', 'cpu/host\\.js$'],
  webgl: ['call/', 'registry/', 'tfjs/', 'cpu/host\\.js$', 'gpu/'],
  webgpu: ['call/', 'registry/', 'tfjs/', 'cpu/host\\.js$', 'gpu/'],
};

/** The rule for a room. A backend's entry, register.ts, imports its own folder and the tfjs kernels it lacks. */
const roomRule = ([room, others]) =>
  forbid(
    [`kernels/${room}/**`],
    others.length > 0 ? `^\\.\\./(?!${others.join('|')})` : '^\\.\\./',
    `kernels/${room} imports ${others.join(', ') || 'nothing of kernels/'}.`,
    ['kernels/*/register.ts'],
  );

export const importRules = [
  ...Object.entries(ROOMS).map(roomRule),
  forbid(
    ['kernels/*/register.ts'],
    '^\\.\\./(?!(registry|tfjs)/|builtins/index\\.js$)',
    'The entry of a backend imports the registry, the backend, and the tfjs kernels it lacks.',
  ),
  forbid(['kernels/*.ts'], '^\\.\\./', 'kernels/ does not import src/.'),
  forbid(
    ['src/ops/**', 'src/gradients/**'],
    anyOf(BACKENDS, ...folders(PARTS), ...ENTRIES),
    'Import kernels/call, registry and tfjs, src/backends.js, src/ops and src/gradients.',
  ),
  forbid(
    ['src/*.ts'],
    anyOf(BACKENDS, `^\\./(core|${PARTS.join('|')})/`),
    'Import no backend and no part of src/: the backends register themselves.',
    ['src/{index,register}.ts'],
  ),
  forbid(
    ['src/index.ts'],
    anyOf(BACKENDS_BUT_ALL, `^\\./(${PARTS.join('|')})/`),
    'Import src/core/ and kernels/index.js: only that file knows the backends.',
  ),
  forbid(
    ['src/register.ts', 'src/core/**'],
    BACKENDS,
    'Do not import a backend: gradients and the core are loaded without kernels.',
  ),
  ...PARTS.flatMap(rulesOf),
  forbidPackages(
    ['kernels/**'],
    '^@tensorflow/',
    'Import tfjs-core from tfjs/seam.js, and only types from tfjs packages.',
    [SEAM],
  ),
  forbidPackages(
    ['src/**'],
    anyOf(TFJS_BACKENDS, '^@tensorflow/tfjs-core$'),
    'Import tfjs-core from kernels/tfjs/seam.js, src/tfjs_ops.js or src/tfjs_math.js, and only types from packages of backends.',
    ['src/tfjs_{ops,math}.ts'],
  ),
  forbid(
    ['test/**'],
    `/(src/((core|${PARTS.join('|')})/)?index|register)\\.js$`,
    "Import the package's entries by name.",
  ),
  forbid(['demo/**'], '/(src|kernels)/', "Import the package's entries by name."),
];
