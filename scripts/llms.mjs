/**
 * Writes llms.txt, which tells assistants that write code what the package exports. The text is in llms.md. The
 * signatures come from the types, and the names of PyTorch from docs/find_an_op.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { MODULES } from './entries.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(root + file, 'utf8');
const fileOf = (entry) => `${root}${MODULES[entry]}.ts`;

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
const program = ts.createProgram(Object.keys(MODULES).map(fileOf), options);
const checker = program.getTypeChecker();

const moduleOf = (entry) => checker.getSymbolAtLocation(program.getSourceFile(fileOf(entry)));

/** The values that an entry point exports, by name. */
function valuesOf(entry) {
  const exported = checker.getExportsOfModule(moduleOf(entry)).map((symbol) => {
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    return [symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol];
  });
  return new Map(exported.filter(([, symbol]) => symbol.flags & ts.SymbolFlags.Value));
}

/** Whether a symbol is declared here; /chained also declares methods of tfjs' Tensor. */
const isOfPackage = (symbol) =>
  symbol?.declarations?.every((node) => node.getSourceFile().fileName.startsWith(`${root}src/`));

const isObject = ({ aliasSymbol, symbol }) => isOfPackage(aliasSymbol) || isOfPackage(symbol);

/** A type without what a reader of JavaScript need not know. */
function textOf(type) {
  const text = checker
    .typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
    .replaceAll(/(Tensor|Variable)<[^<>]*>/g, '$1')
    .replaceAll(/\bTensorLike \| Tensor\b|\bTensor \| TensorLike\b/g, 'Input');
  return [...new Set(text.split(' | '))].join(' | ');
}

/** The default that a comment states. */
const STATED = /\bDefault:? ('[^']*'|-?\d+(?:\.\d+)?|true|false)|('[^']*')`, the default\b/;

/** A property with its default; nothing for those that can only be undefined, and those of every layer of tfjs. */
function memberOf(member) {
  if (checker.getTypeOfSymbol(member).flags & ts.TypeFlags.Undefined) return [];
  if (member.declarations.some(({ parent }) => parent.name?.text === 'LayerConfig')) return [];
  const comment = ts.displayPartsToString(member.getDocumentationComment(checker));
  const [, value, first = value] = STATED.exec(comment) ?? [];
  if (first) return [`${member.name} = ${first}`];
  return [member.name + (member.flags & ts.SymbolFlags.Optional ? '?' : '')];
}

/** The properties of an object, or of all objects of a union. */
function membersOf(type) {
  const parts = type.isUnion() ? type.types : [type];
  const members = parts.flatMap((part) => checker.getPropertiesOfType(part)).flatMap(memberOf);
  return `{ ${[...new Set(members)].join(', ')} }`;
}

function parameterOf(symbol) {
  const { name, valueDeclaration: node } = symbol;
  if (node.dotDotDotToken) return `...${name}: Index[]`;
  const declared = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  const type = checker.getBaseConstraintOfType(declared) ?? declared;
  if (node.initializer && ts.isNumericLiteral(node.initializer)) {
    return `${name} = ${node.initializer.text}`;
  }
  const mark = (node.initializer ?? node.questionToken) ? '?' : '';
  const isOptions = ['options', 'config'].includes(name);
  return `${name}${mark}: ${isOptions || isObject(type) ? membersOf(type) : textOf(type)}`;
}

/** What follows the name of a value, for each way to call it. */
function signaturesOf(type) {
  const signatures = type.getCallSignatures();
  if (signatures.length === 0) return [`: ${textOf(type)}`];
  return signatures.map((signature) => {
    const returned = signature.getReturnType();
    const result = checker.getBaseConstraintOfType(returned) ?? returned;
    const parameters = signature.getParameters().map(parameterOf);
    const hasMembers = isOfPackage(result.symbol) && result.symbol.flags & ts.SymbolFlags.Interface;
    return `(${parameters.join(', ')}): ${hasMembers ? membersOf(result) : textOf(result)}`;
  });
}

/** A line for each signature, with the names that have it. */
function signatures(entry) {
  const lines = new Map();
  for (const [name, symbol] of valuesOf(entry)) {
    for (const text of signaturesOf(checker.getTypeOfSymbol(symbol))) {
      lines.set(text, [...(lines.get(text) ?? []), name]);
    }
  }
  return [...lines].map(([text, names]) => names.join(', ') + text).join('\n');
}

const listed = (names) => names.map((name) => `\`${name}\``).join(', ');

/** The names of `tfjs-gather-scatter` that mean nothing in /tf, or something else. */
const namesInTf = (isApart) => {
  const tf = valuesOf('./tf');
  const names = [...valuesOf('.').keys()];
  return listed(names.filter((name) => isApart(tf.get(name))));
};

/** The rows of a table as a list, whose links start from the root. Those that only lead to recipes share a line. */
function rowsOf(file, heading) {
  const [, section] = read(file).split(`## ${heading}\n`);
  const [table] = /^\|[^]*?(?=\n\n)/m.exec(section);
  const rows = table
    .replaceAll(/\]\((?=[\w./]+\.md)/g, `](${file.replace(/[^/]*$/, '')}`)
    .replaceAll('](#', `](${file}#`)
    .split('\n')
    .slice(2)
    .map((row) => /^\| (.*?) +\| (.*?) +\|$/.exec(row).slice(1).join(': '));
  const isCode = (row) => row.replace(/.*?: /, '').includes('`');
  const others = rows.filter((row) => !isCode(row));
  return [...rows.filter(isCode), others.join('; ')].map((row) => `- ${row}`).join('\n');
}

const PARTS = {
  signatures,
  names: (entry) => listed([...valuesOf(entry).keys()]),
  methods: (entry) => {
    const ops = checker
      .getExportsOfModule(moduleOf(entry))
      .find(({ name }) => name === 'ChainedOps');
    return listed(
      checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(ops)).map(({ name }) => name),
    );
  },
  missing: () => namesInTf((symbol) => !symbol),
  own: () => namesInTf((symbol) => symbol && !isOfPackage(symbol)),
  rows: (file) => rowsOf(file, 'From PyTorch'),
};

/** Makes llms.txt, without blank lines after headings. */
export const makeLlms = () =>
  read('scripts/llms.md')
    .replaceAll(/<!-- (\w+) (\S+) -->/g, (_, part, of) => PARTS[part](of))
    .replaceAll(/^(#+ .+\n)\n/gm, '$1');

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${root}llms.txt`, makeLlms());
