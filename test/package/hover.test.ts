/** The comments that an editor shows for the methods of tensors, requested from TypeScript as editors do. */
import { join } from 'node:path';

import ts from 'typescript';
import * as ops from 'tfjs-gather-scatter';
import * as segments from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';

import { root } from '../support/documents.js';

const METHODS = Object.keys({ ...ops, ...segments, ...sparse }).filter(
  (name) =>
    /^(gather|scatter|tensorScatter|unsortedSegment)/.test(name) &&
    !['scatterND', 'unsortedSegmentSum'].includes(name),
);

const text = [
  "import * as tf from '@tensorflow/tfjs';",
  "import 'tfjs-gather-scatter/chained';",
  ...METHODS.map((name) => `export const ${name}s = (x: tf.Tensor) => x.${name};`),
].join('\n');

/** A file with this text beside this one. */
const probe = join(__dirname, 'hover_probe.ts');

function languageService(): ts.LanguageService {
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
  const service = languageService();
  const comments = METHODS.map((name) => {
    const info = service.getQuickInfoAtPosition(probe, text.indexOf(`x.${name};`) + 'x.'.length);
    return [name, ts.displayPartsToString(info?.documentation).length > 40];
  });
  expect(comments).toEqual(METHODS.map((name) => [name, true]));
});
