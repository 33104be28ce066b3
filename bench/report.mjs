/** Tables of figures, in Markdown. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { geometricMean } from 'simple-statistics';
import { show, table } from './figures.mjs';

const require = createRequire(import.meta.url);

const COMPARED = [
  '@tensorflow/tfjs-core',
  '@tensorflow/tfjs-backend-wasm',
  'onnxruntime-node',
  'onnxruntime-web',
];

/** The machine and the versions. */
export async function machine() {
  const [{ model }, ...others] = cpus();
  const versions = await Promise.all(
    COMPARED.map(async (name) => `${name} ${await version(name)}`),
  );
  return (
    `${model}, ${others.length + 1} cores, ${Math.round(totalmem() / 2 ** 30)} GB; ` +
    `Node ${process.versions.node}; ${versions.join(', ')}.`
  );
}

async function version(name) {
  const folder = require.resolve.paths(name).map((path) => `${path}/${name}/package.json`);
  for (const path of folder) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text).version;
  }
  throw new Error(`${name} is not installed.`);
}

/**
 * Medians of contestants, of which the first is this package, and how many times its time each
 * other takes.
 */
export function comparison(results) {
  const names = results[0].times.map(({ name }) => name);
  const cell = ({ ms, ratio, wrong }) =>
    ms === null ? '–' : `${show(ms)} (${show(ratio)}×)${wrong ? ', wrong' : ''}`;
  const rows = results.map(({ name, times: [ours, ...others] }) => [
    name,
    show(ours.ms),
    ...others.map(cell),
  ]);
  return table(['ms', ...names], rows);
}

/** The geometric means of how many times as long as the package's the others' times are. */
export function means(results) {
  const [, ...others] = results[0].times;
  return others.map(({ name }, i) => {
    const ratios = results
      .map(({ times: [, ...rest] }) => rest[i].ratio)
      .filter((ratio) => ratio !== null);
    return { name, cases: ratios.length, mean: geometricMean(ratios), least: Math.min(...ratios) };
  });
}
