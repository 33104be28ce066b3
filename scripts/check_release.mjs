/**
 * Checks that the files match a tag before publishing, which cannot be undone:
 * `node scripts/check_release.mjs v1.2.3` lists the differences and exits with 1 if there are any.
 */
import { readFile } from 'node:fs/promises';

const read = (name) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

const [tag] = process.argv.slice(2);
const manifest = JSON.parse(await read('package.json'));
const lock = JSON.parse(await read('package-lock.json'));
const headings = (await read('CHANGELOG.md')).split('\n').filter((line) => line.startsWith('## '));

const { version } = manifest;
const dated = /^## \[(.+)\] - \d{4}-\d{2}-\d{2}$/;

const problems = [
  [tag === `v${version}`, `The tag is ${tag}, but package.json says ${version}.`],
  [lock.version === version, `package-lock.json says ${lock.version}. Run npm install.`],
  [
    dated.exec(headings[0])?.[1] === version,
    `CHANGELOG.md begins with "${headings[0]}", expected "## [${version}] - " and a date.`,
  ],
  [
    manifest.repository,
    'package.json has no repository, which npm needs to publish with provenance.',
  ],
].flatMap(([holds, problem]) => (holds ? [] : [problem]));

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
