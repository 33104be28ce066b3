/** llms.txt, for assistants that write code: it is up to date, short, and right about names. */
import { execFileSync } from 'node:child_process';
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import { read, root } from '../support/documents.js';

const text = read('llms.txt');
const [, missing] = text.split('## What does not exist\n');

/** The names in code, such as `take` and `take(x, ids)`. */
const namesIn = (line: string) =>
  [...line.matchAll(/`(?:await )?(tf\.)?(\w+)/g)].map(([, of = '', name]) => [of, name]);

const rows = [...missing.matchAll(/^- (`.*?`): (.*`.*)$/gm)].map(([, theirs, ours]) => ({
  theirs: namesIn(theirs).map(([, name]) => name),
  ours: namesIn(ours),
}));

test('is what the types and documents give; `npm run llms` writes it', () => {
  const script = "import { makeLlms } from './scripts/llms.mjs'; console.log(makeLlms());";
  const args = ['--input-type=module', '--eval', script];
  const made = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(`${text}\n`).toBe(made);
});

test('has at most 150 lines', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('names each entry point', () => {
  for (const entry of Object.keys(MODULES)) {
    expect(text).toContain(`tfjs-gather-scatter${entry.slice(1)}`);
  }
});

test('has a signature of each function', () => {
  const lines = text.split('\n');
  for (const name of Object.keys(ops)) {
    const signature = new RegExp(`^(\\w+, )*${name}(, \\w+)*(\\(|: )`);
    expect([name, lines.some((line) => signature.test(line))]).toEqual([name, true]);
  }
});

test('what it says not to exist does not, and what to write instead does', () => {
  expect(rows.length).toBeGreaterThan(10);
  const own = Object.keys(ops);
  const theirs = rows.flatMap((row) => row.theirs);
  expect(theirs.filter((name) => own.includes(name))).toEqual([]);
  const ours = rows.flatMap((row) => row.ours);
  expect(ours.filter(([of, name]) => !(name in (of ? tf : ops)))).toEqual([]);
});
