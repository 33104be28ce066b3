/**
 * Finds, type checks and runs the code examples in Markdown and in doc comments, so that the
 * documentation cannot claim what the code does not do.
 *
 * An example is a block fenced as `ts` or `js`. It states what it prints either in a `text` block
 * directly after it, or in a comment after each printing statement, on the same line. In comments,
 * white space and the word Tensor are ignored: `x.print(); // [[1, 2], [3, 4]]`.
 * An example must state everything it prints, and can be pasted: it imports what it uses.
 */
import { join } from 'node:path';
import { format } from 'node:util';

import ts from 'typescript';

const root = join(__dirname, '../..');

export interface Example {
  /** The file and the line of the example. */
  name: string;
  language: 'ts' | 'js';
  code: string;
  /** The lines that it states; `exact` if in a text block. */
  stated: string[];
  exact: boolean;
}

/** The examples in Markdown that starts at line `firstLine` of the file. */
export function examplesInMarkdown(file: string, text: string, firstLine = 1): Example[] {
  const fences = /^( *)```(\w*)[^\n`]*\n([\s\S]*?)^ *```$/gm;
  const blocks = [...text.matchAll(fences)].map((match) => ({
    language: match[2],
    content: match[3].replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return blocks.flatMap(({ language, content, start, end }, i): Example[] => {
    if (language !== 'ts' && language !== 'js') return [];
    const next = i + 1 < blocks.length ? blocks[i + 1] : undefined;
    const isFollowed = next?.language === 'text' && text.slice(end, next.start).trim() === '';
    const line = firstLine + text.slice(0, start).split('\n').length - 1;
    const name = `${file}:${line}`;
    // TypeScript treats a file without imports as a script, whose names are global.
    const code = `${content}export {};\n`;
    const comments = [...content.matchAll(/;[ \t]*\/\/(.+)$/gm)].map((match) => squeeze(match[1]));
    return isFollowed
      ? [{ name, language, code, stated: linesOf(next.content), exact: true }]
      : [{ name, language, code, stated: comments, exact: false }];
  });
}

export function examplesInComments(file: string, source: string): Example[] {
  return [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((match) => {
    const text = match[0].replaceAll(/^[ \t]*\* ?/gm, '');
    const firstLine = source.slice(0, match.index).split('\n').length;
    return examplesInMarkdown(file, text, firstLine);
  });
}

/** Lets the next call reuse the parsed declarations of tfjs. */
let lastProgram: ts.Program | undefined;

/** The project's compiler options. */
export function optionsOf(): ts.CompilerOptions {
  const read = (path: string) => ts.sys.readFile(path);
  const config: unknown = ts.readConfigFile(join(root, 'tsconfig.json'), read).config;
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

/** A program of files that are not on the disk, by their paths. */
export function programOf(sources: Map<string, string>): ts.Program {
  const options = { ...optionsOf(), noUnusedLocals: false };
  const host = ts.createCompilerHost(options);
  const onDisk = { ...host };
  host.fileExists = (path) => sources.has(path) || onDisk.fileExists(path);
  host.readFile = (path) => sources.get(path) ?? onDisk.readFile(path);
  host.getSourceFile = (path, languageVersion, ...rest) => {
    const source = sources.get(path);
    return source === undefined
      ? onDisk.getSourceFile(path, languageVersion, ...rest)
      : ts.createSourceFile(path, source, languageVersion);
  };
  lastProgram = ts.createProgram([...sources.keys()], options, host, lastProgram);
  return lastProgram;
}

/** The compiler's errors in the TypeScript examples. */
export function typeErrors(examples: Example[]): string[] {
  const named = examples
    .filter(({ language }) => language === 'ts')
    .map(({ name, code }) => ({
      name,
      code,
      path: join(root, `${name.replaceAll(/\W/g, '_')}.ts`),
    }));
  const program = programOf(new Map(named.map(({ path, code }) => [path, code])));
  return named.flatMap(({ name, path }) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map((found) => `${name}: ${ts.flattenDiagnosticMessageText(found.messageText, '\n')}`),
  );
}

/** Returns an example as the body of an async function of `require` and `exports`. */
export function bodyOf(example: Example): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(example.code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      allowJs: true,
    },
    // Types in JavaScript are errors, as in a browser.
    fileName: `example.${example.language}`,
    reportDiagnostics: true,
  });
  const mistakes = diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
  if (mistakes.length > 0) throw new Error(`${example.name}: ${mistakes.join('; ')}`);
  return outputText;
}

/** A `require` that keeps how to undo each acceleration, so that the next example starts with tfjs' own kernels. */
function requireKeeping(undos: (() => void)[]): (name: string) => unknown {
  const load: (name: string) => unknown = require;
  return (name) => {
    const module = load(name) as { accelerateBuiltins?: () => () => void };
    const { accelerateBuiltins } = module;
    if (!accelerateBuiltins) return module;
    const accelerate = () => {
      const undo = accelerateBuiltins();
      undos.push(undo);
      return undo;
    };
    return { ...module, accelerateBuiltins: accelerate };
  };
}

/** Runs an example, and undoes what it accelerated; returns what it printed, in the format of `stated`. */
export async function runExample(example: Example): Promise<string[]> {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- running the text is the purpose
  const run = new Function(
    'require',
    'exports',
    `return (async () => {${bodyOf(example)}\n})();`,
  ) as (...scope: unknown[]) => Promise<void>;
  const printed: string[] = [];
  const undos: (() => void)[] = [];
  const { log } = console;
  console.log = (...values: unknown[]) => {
    printed.push(format(...values));
  };
  try {
    await run(requireKeeping(undos), {});
  } finally {
    console.log = log;
    for (const undo of undos) undo();
  }
  return example.exact ? linesOf(printed.join('\n')) : printed.map(squeeze);
}

function linesOf(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** A printed value without white space; tfjs prints a comma after the only row of a matrix. */
export function squeeze(text: string): string {
  return text
    .replace(/^\s*Tensor\s/, '')
    .replaceAll(/\s/g, '')
    .replaceAll(',]', ']');
}
