/** What an editor shows: comments of methods, and types of results, as TypeScript tells editors. */
import { join } from 'node:path';

import ts from 'typescript';
import * as ops from 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';

import { optionsOf, programOf } from '../support/examples.js';

const METHODS = Object.keys(ops).filter(
  (name) =>
    /^(assign|gather|scatter|tensorScatter|unsortedSegment)/.test(name) &&
    !['scatterND', 'unsortedSegmentSum'].includes(name),
);

/** The functions that return tensors. */
const FUNCTIONS = Object.entries<unknown>({ ...ops })
  .filter(
    ([name, value]) =>
      typeof value === 'function' &&
      !name.startsWith('assign') &&
      ![
        'accelerateBuiltins',
        'at',
        'checkIndices',
        'registerKernels',
        'repairGradients',
        'sparseAdam',
        'sparseDenseMatMul',
      ].includes(name),
  )
  .map(([name]) => name);

/** A file beside this one, and the checker of its types. */
function check(lines: string[]) {
  const path = join(__dirname, 'hover_probe.ts');
  const program = programOf(new Map([[path, lines.join('\n')]]));
  const source = program.getSourceFile(path);
  if (!source) throw new Error('TypeScript did not read the file.');
  return { source, checker: program.getTypeChecker(), program };
}

/** What TypeScript tells an editor about a file that is not on the disk. */
function serviceOf(path: string, text: string): ts.LanguageService {
  const read = (file: string) => (file === path ? text : ts.sys.readFile(file));
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: read,
    getCompilationSettings: optionsOf,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot(file) {
      const content = read(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => __dirname,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
}

test('every method has a comment that an editor shows', () => {
  const { source, checker } = check([
    "import * as tf from '@tensorflow/tfjs';",
    "import 'tfjs-gather-scatter/chained';",
    'declare const x: tf.Variable;',
    ...METHODS.map((name) => `x.${name};`),
  ]);
  const comments = source.statements.filter(ts.isExpressionStatement).map(({ expression }) => {
    const symbol = checker.getSymbolAtLocation(expression);
    const comment = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
    return [symbol?.name, comment.length > 40];
  });
  expect(comments).toEqual(METHODS.map((name) => [name, true]));
});

test('of a variable, every function and method makes a tensor', () => {
  const results = [
    ...FUNCTIONS.map((name) => `ops.${name}`),
    ...METHODS.filter((name) => !name.startsWith('assign')).map((name) => `table.${name}`),
  ];
  const { program, source } = check([
    "import * as tf from '@tensorflow/tfjs';",
    "import * as ops from 'tfjs-gather-scatter';",
    "import 'tfjs-gather-scatter/chained';",
    'declare function of<Y>(run: (this: tf.Variable, x: tf.Variable & number[], ...others: any[]) => Y): Y;',
    'declare const table: tf.Variable;',
    ...results.flatMap((result, i) => [
      `export const tensor${i}: tf.Tensor = of(${result});`,
      `export const variable${i}: tf.Variable = of(${result});`,
    ]),
  ]);
  const found = program
    .getSemanticDiagnostics(source)
    .map(({ start = 0 }) => source.text.slice(start, source.text.indexOf(' = ', start)));
  expect(found).toEqual(results.map((_, i) => `variable${i}: tf.Variable`));
});

test('of every function, an editor shows the description and example where it is defined and called', () => {
  const functions = Object.entries({ '': ops, '/layers': layers }).flatMap(([entry, all]) =>
    Object.entries<unknown>({ ...all })
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => ({ entry, name })),
  );
  const lines = functions.map(
    ({ entry, name }, i) =>
      `import { ${name} as f${i} } from 'tfjs-gather-scatter${entry}'; f${i}();`,
  );
  const path = join(__dirname, 'hover_probe.ts');
  const service = serviceOf(path, lines.join('\n'));
  const shown = (file: string, position: number) => {
    const { documentation, tags } = service.getQuickInfoAtPosition(file, position) ?? {};
    const texts = [documentation, ...(tags ?? []).map(({ text }) => text)];
    const [description, ...others] = texts.map((parts) => ts.displayPartsToString(parts));
    const hasExample = [description, ...others].some((text) => text.includes('```'));
    return { isDescribed: description.length > 20, hasExample };
  };
  const found = functions.map(({ entry, name }, i) => {
    const start = lines.slice(0, i).reduce((sum, { length }) => sum + length + 1, 0);
    const call = start + lines[i].lastIndexOf('f');
    const [{ fileName, textSpan }] = service.getDefinitionAtPosition(path, call) ?? [];
    return { entry, name, shown: [shown(path, call), shown(fileName, textSpan.start)] };
  });
  // The examples of layers are those of their types.
  expect(found).toEqual(
    functions.map(({ entry, name }) => {
      const all = { isDescribed: true, hasExample: entry !== '/layers' };
      return { entry, name, shown: [all, all] };
    }),
  );
});
