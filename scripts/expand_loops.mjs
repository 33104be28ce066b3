/**
 * Writes kernels/cpu/unrolled_*.ts: the loops of scripts/loops/*.ts, eight values at a time.
 *
 *     node scripts/expand_loops.mjs            writes them
 *     node scripts/expand_loops.mjs --check    fails if they are not what would be written
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const TIMES = 8;

const templates = new URL('loops/', import.meta.url);
const targetOf = (name) => new URL(`../kernels/cpu/unrolled_${name}`, import.meta.url);

const headOf = (name) => `/**
 * Made by \`node scripts/expand_loops.mjs\` from scripts/loops/${name}, where the loops stand plain.
 */
`;

/** A node's text, with what \`replace\` gives in place of the nodes that it gives something for. */
function textOf(node, source, replace) {
  const parts = [];
  let at = node.getStart(source);
  const visit = (child) => {
    const other = replace(child);
    if (other === undefined) return ts.forEachChild(child, visit);
    parts.push(source.text.slice(at, child.getStart(source)), other);
    at = child.getEnd();
  };
  visit(node);
  return [...parts, source.text.slice(at, node.getEnd())].join('');
}

function isInnermostLoop(node) {
  const holdsLoop = (child) => ts.isForStatement(child) || ts.forEachChild(child, holdsLoop);
  return ts.isForStatement(node) && !ts.forEachChild(node, holdsLoop);
}

/** By how much a loop's incrementor, `i++`, `i += step` or several of them, counts up each name. */
function stepsOf(node) {
  if (ts.isPostfixUnaryExpression(node)) return [[node.operand.text, '1']];
  const { left, operatorToken, right } = node;
  if (operatorToken.kind === ts.SyntaxKind.CommaToken) return [...stepsOf(left), ...stepsOf(right)];
  return [[left.text, right.text]];
}

/** Returns the number of values that a loop takes at once. A comment before it may say: `// By 4: …`. */
function timesOf(loop, source) {
  const [, times] = /^\s*\/\/ By (\d+)/.exec(loop.getFullText(source)) ?? [];
  return Number(times ?? TIMES);
}

/** `for (let i = …; i < end; i++) …`, first by several values, then by those that are left. */
function unrolled(loop, source) {
  const { initializer, condition, incrementor, statement } = loop;
  const times = timesOf(loop, source);
  const steps = new Map(stepsOf(incrementor));
  const timesStep = (count, step) => (step === '1' ? `${count}` : `${count} * ${step}`);
  // `| 0` spares V8 the check that a sum of integers is not too large for one.
  const ahead = (count) => (node) =>
    count > 0 && ts.isIdentifier(node) && steps.has(node.text)
      ? `((${node.text} + ${timesStep(count, steps.get(node.text))}) | 0)`
      : undefined;
  const bodies = Array.from({ length: times }, (_, count) =>
    textOf(statement, source, ahead(count)),
  );
  const [first] = steps.values();
  const increments = [...steps].map(([name, step]) => `${name} += ${timesStep(times, step)}`);
  const [rest, single, last] = [condition, incrementor, condition.right].map((node) =>
    node.getText(source),
  );
  return `${initializer.getText(source)};
for (; ${condition.left.text} < ${last} - ${timesStep(times - 1, first)}; ${increments.join(', ')}) {
${bodies.join('\n')}
}
for (; ${rest}; ${single}) ${bodies[0]}`;
}

/** The text of a file of kernels/cpu/ made from a template. */
async function expanded(name) {
  const text = await readFile(new URL(name, templates), 'utf8');
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const loops = textOf(source, source, (node) =>
    isInnermostLoop(node) ? unrolled(node, source) : undefined,
  );
  const imported = loops
    .replaceAll("'../../kernels/cpu/", "'./")
    .replaceAll("'../../kernels/", "'../");
  const filepath = fileURLToPath(targetOf(name));
  return format(headOf(name) + imported, { ...(await resolveConfig(filepath)), filepath });
}

for (const name of await readdir(templates)) {
  const expected = await expanded(name);
  if (!process.argv.includes('--check')) {
    await writeFile(targetOf(name), expected);
  } else if ((await readFile(targetOf(name), 'utf8').catch(() => '')) !== expected) {
    console.error(
      `kernels/cpu/unrolled_${name} is out of date: run node scripts/expand_loops.mjs.`,
    );
    process.exitCode = 1;
  }
}
