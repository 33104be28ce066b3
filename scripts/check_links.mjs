/**
 * Checks the links in all Markdown files and llms.txt below a folder: those to files in the folder, and those to
 * headings, by the anchors that GitHub and npm give them. Links to other sites are not checked.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const LINKS = [
  // [text](target "title") and ![text](target)
  /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
  // [name]: target
  /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm,
  /\b(?:href|src)="([^"]+)"/g,
];

/** The text of a Markdown file without its code blocks. */
const prose = (path) =>
  readFileSync(path, 'utf8').replaceAll(/^( *)(```+)[^`]*?\n[\s\S]*?^ *\2`*$/gm, '');

function linksOf(path) {
  const text = prose(path).replaceAll(/`[^`\n]+`/g, '');
  const links = LINKS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, link]) => link));
  return links.filter((link) => !/^([a-z][a-z+.-]*:|\/\/)/i.test(link));
}

/** The anchors of a file's headings; repeated ones are numbered. */
function anchorsOf(path) {
  const counts = new Map();
  const anchors = [...prose(path).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading]) => {
    const text = heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

/** Says what is wrong with a link, or returns undefined. */
function faultOf(folder, path, link) {
  const [target, anchor] = link.split('#');
  const file = target === '' ? path : resolve(dirname(path), decodeURIComponent(target));
  if (relative(folder, file).startsWith('..')) return 'leads out of the folder';
  if (!existsSync(file)) return 'leads to no file';
  if (anchor === undefined) return undefined;
  if (!file.endsWith('.md')) return 'names a heading in a file that is not Markdown';
  return anchorsOf(file).has(anchor) ? undefined : 'leads to no heading';
}

const folder = resolve(process.argv[2] ?? '.');
const files = readdirSync(folder, { recursive: true }).filter((file) =>
  /(\.md|\bllms\.txt)$/.test(file),
);
if (files.length === 0) throw new Error(`${folder} has no Markdown files.`);
for (const file of files.sort()) {
  const path = join(folder, file);
  for (const link of linksOf(path)) {
    const fault = faultOf(folder, path, link);
    if (!fault) continue;
    console.error(`${file}: the link ${link} ${fault}.`);
    process.exitCode = 1;
  }
}
