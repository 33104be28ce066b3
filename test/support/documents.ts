/** The documents whose examples and figures the tests check. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export const root = join(__dirname, '..', '..');

export interface Document {
  /** Relative to the root, with forward slashes. */
  file: string;
  text: string;
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** README.md and everything in docs/ and its folders. */
export function documents(): Document[] {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).sort();
  const files = ['README.md', ...pages.map((page) => `docs/${page.replaceAll(sep, '/')}`)];
  return files.filter((file) => file.endsWith('.md')).map((file) => ({ file, text: read(file) }));
}
