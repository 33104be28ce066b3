/** What an editor shows: comments of methods, and types of results, requested from TypeScript as editors do. */
import { join } from 'node:path';

import ts from 'typescript';
import * as ops from 'tfjs-gather-scatter';
import * as indexing from 'tfjs-gather-scatter/indexing';
import * as segments from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';

import { root } from '../support/documents.js';

const METHODS = Object.keys({ ...ops, ...segments, ...sparse }).filter(
  (name) =>
    /^(gather|scatter|tensorScatter|unsortedSegment)/.test(name) &&
    !['scatterND', 'unsortedSegmentSum'].includes(name),
);

/** The functions that return tensors, by entry point. */
const FUNCTIONS = Object.entries({
  '': ops,
  '/indexing': indexing,
  '/segment': segments,
  '/sparse': sparse,
})
  .flatMap(([entry, names]) =>
    Object.entries(names).map(([name, value]: [string, unknown]) => ({ entry, name, value })),
  )
  .filter(
    ({ name, value }) =>
      typeof value === 'function' &&
      ![
        'accelerateBuiltins',
        'at',
        'checkIndices',
        'registerKernels',
        'sparseDenseMatMul',
      ].includes(name),
  );

/** A file with this text beside this one. */
const probe = join(__dirname, 'hover_probe.ts');

function languageService(text: string): ts.LanguageService {
  const config: unknown = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const readFile = (path: string) => (path === probe ? text : ts.sys.readFile(path));
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => [probe],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(readFile(path) ?? ''),
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (path) => path === probe || ts.sys.fileExists(path),
    readFile,
  });
}

test('every method has a comment that an editor shows', () => {
  const text = [
    "import * as tf from '@tensorflow/tfjs';",
    "import 'tfjs-gather-scatter/chained';",
    ...METHODS.map((name) => `export const ${name}s = (x: tf.Tensor) => x.${name};`),
  ].join('\n');
  const service = languageService(text);
  const comments = METHODS.map((name) => {
    const info = service.getQuickInfoAtPosition(probe, text.indexOf(`x.${name};`) + 'x.'.length);
    return [name, ts.displayPartsToString(info?.documentation).length > 40];
  });
  expect(comments).toEqual(METHODS.map((name) => [name, true]));
});

test('of a variable, every function and method makes a tensor', () => {
  const results = [
    ...FUNCTIONS.map(({ entry, name }) => `(await import('tfjs-gather-scatter${entry}')).${name}`),
    ...METHODS.map((name) => `table.${name}`),
  ];
  const text = [
    "import * as tf from '@tensorflow/tfjs';",
    "import 'tfjs-gather-scatter/chained';",
    'declare function of<Y>(run: (this: tf.Variable, x: tf.Variable & number[], ...others: any[]) => Y): Y;',
    'declare const table: tf.Variable;',
    ...results.flatMap((result, i) => [
      `export const tensor${i}: tf.Tensor = of(${result});`,
      `export const variable${i}: tf.Variable = of(${result});`,
    ]),
  ].join('\n');
  const found = languageService(text)
    .getSemanticDiagnostics(probe)
    .map(({ start = 0 }) => text.slice(start, text.indexOf(' = ', start)));
  expect(found).toEqual(results.map((_, i) => `variable${i}: tf.Variable`));
});
