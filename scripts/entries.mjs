/** The package's entry points. `exports` in package.json lists them; whoever needs the list reads it here. */
import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The module of each entry point, relative to the root and without an extension. */
export const MODULES = Object.fromEntries(
  Object.entries(exports).flatMap(([entry, { import: built }]) =>
    built ? [[entry, built.replace(/^\.\/dist\/esm\/(.+)\.js$/, '$1')]] : [],
  ),
);
