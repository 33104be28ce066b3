/** No files of the package import each other in a circle, types included. ESLint keeps the order of the folders. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILES = ['kernels', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s+'(\.[^']+)\.js'/g);
  return [...imports].map(([, path]) => join(dirname(file), `${path}.ts`));
}

/** Returns the files of a circle that is reached from a file, after those in `path`; null if there is none. */
function circleFrom(file: string, path: string[], done: Set<string>): string[] | null {
  if (path.includes(file)) return path.slice(path.indexOf(file));
  if (done.has(file)) return null;
  for (const imported of importsOf(file)) {
    const circle = circleFrom(imported, [...path, file], done);
    if (circle) return circle;
  }
  done.add(file);
  return null;
}

test('no circle of imports', () => {
  const done = new Set<string>();
  const circles = FILES.map((file) => circleFrom(file, [], done)).filter((found) => found !== null);
  expect(circles[0]).toBeUndefined();
  expect(done.size).toBe(FILES.length);
  expect(FILES.flatMap(importsOf).length).toBeGreaterThan(FILES.length);
});
