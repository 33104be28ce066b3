/** Runs every example in the README, docs/ and doc comments, and compares its output with what it states. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import * as tf from '@tensorflow/tfjs';

import { documents, read, root } from '../support/documents.js';
import {
  examplesInComments,
  examplesInMarkdown,
  runExample,
  typeErrors,
} from '../support/examples.js';
import type { Example } from '../support/examples.js';

const llms = { file: 'llms.txt', text: read('llms.txt') };
const inDocuments = [...documents(), llms].flatMap(({ file, text }) =>
  examplesInMarkdown(file, text),
);
const inComments = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort()
  .flatMap((file) => examplesInComments(`src/${file}`, read(`src/${file}`)));

afterEach(async () => {
  await tf.setBackend('cpu');
});

const all = [...inDocuments, ...inComments];

test.each([
  ['the documents', inDocuments],
  ['the doc comments', inComments],
])('%s: there are examples', (_, examples) => {
  expect(examples).not.toHaveLength(0);
});

test('the examples type check', () => {
  expect(typeErrors(all)).toEqual([]);
});

/** The entries without kernels, and those with. */
const WITHOUT_KERNELS =
  /'tfjs-gather-scatter\/(core|segment|sparse|indexing|losses|train|repair|layers|converter|chained)'/;
const WITH_KERNELS = /'tfjs-gather-scatter(\/tf|\/backend-\w+)?'/;

/** The imports that bring a backend of tfjs; without one, an example fails in a new project. */
const WITH_BACKEND = /'(@tensorflow\/tfjs(-backend-\w+)?|tfjs-gather-scatter\/tf)'/;

test('every example imports a backend of tfjs', () => {
  const withoutBackend = all.filter(({ code }) => !WITH_BACKEND.test(code));
  expect(withoutBackend.map(({ name }) => name)).toEqual([]);
});

test('an example that uses an entry without kernels imports some', () => {
  const withoutImports = all.filter(
    ({ code }) => WITHOUT_KERNELS.test(code) && !WITH_KERNELS.test(code),
  );
  expect(withoutImports.map(({ name }) => name)).toEqual([]);
});

test.each(all.map((example) => [example.name, example] as const))(
  '%s prints what it states',
  async (_, example) => {
    expect(await runExample(example)).toEqual(example.stated);
  },
);

test("the README's lines for full speed start wasm and replace its kernels, until they are undone", async () => {
  const [lines] = inDocuments.filter(
    ({ name, code }) => name.startsWith('README.md') && code.includes('\naccelerateBuiltins();'),
  );
  const shown = (code: string) =>
    runExample({
      ...lines,
      code: `${code}console.log(tf.getBackend());console.log(String(tf.getKernel('Exp', 'wasm').kernelFunc));`,
    });
  const [backend, kernel] = await shown(lines.code);
  const [, ofTfjs] = await shown(lines.code.replace('\naccelerateBuiltins();', ''));
  expect(backend).toBe('wasm');
  expect(kernel).not.toBe(ofTfjs);
});

describe('an example that is wrong is noticed', () => {
  const only = (markdown: string): Example => {
    const [example] = examplesInMarkdown('wrong.md', markdown);
    return example;
  };

  test.each([
    ['a text block that differs', '```ts\nconsole.log(1);\n```\n\n```text\n2\n```\n'],
    ['a comment that differs', '```ts\nconsole.log([1, 2]); // [1, 3]\n```\n'],
    ['a print that is not stated', '```ts\nconsole.log(1); // 1\nconsole.log(2);\n```\n'],
    ['a statement that prints nothing', '```ts\nconst one = 1; // 1\n```\n'],
  ])('%s', async (_, markdown) => {
    const example = only(markdown);
    expect(await runExample(example)).not.toEqual(example.stated);
  });

  test('an error', async () => {
    await expect(runExample(only('```js\nthrow new Error("no");\n```\n'))).rejects.toThrow('no');
  });

  test('a missing import', async () => {
    const example = only('```ts\ntf.zeros([1]).print(); // [0]\n```\n');
    await expect(runExample(example)).rejects.toThrow('tf is not defined');
    expect(typeErrors([example])).toEqual(["wrong.md:1: Cannot find name 'tf'."]);
  });

  test('a type error', () => {
    const wrong = only('Text.\n\n```ts\nconst one: string = 1;\n```\n');
    expect(typeErrors([wrong])).toEqual([
      "wrong.md:3: Type 'number' is not assignable to type 'string'.",
    ]);
  });

  test('a correct example is accepted', async () => {
    const print = 'tf.tensor2d([[1, 2]]).print(); // [[1, 2]]\n// A remark.\n';
    const right = `\`\`\`ts\nimport * as tf from '@tensorflow/tfjs';\n${print}\`\`\`\n`;
    const example = only(right);
    expect(await runExample(example)).toEqual(example.stated);
    expect(example.stated).toEqual(['[[1,2]]']);
  });
});
