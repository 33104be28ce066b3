/** Tables and processes that the sections of a report share. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { geometricMean } from 'simple-statistics';
import { show, table } from './figures.mjs';

const require = createRequire(import.meta.url);

const COMPARED = [
  '@tensorflow/tfjs-core',
  '@tensorflow/tfjs-backend-wasm',
  'onnxruntime-node',
  'onnxruntime-web',
];

/** Describes the machine and the versions. */
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

/** Tabulates the medians of this package, and of the others with the ratio to its time. */
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

/** Tabulates the geometric means and minima of the others' times relative to the package. */
export function meansTable(results) {
  const [, ...others] = results[0].times;
  const rows = others.map(({ name }, i) => {
    const ratios = results
      .map(({ times: [, ...rest] }) => rest[i].ratio)
      .filter((ratio) => ratio !== null);
    return [name, ratios.length, show(geometricMean(ratios)), show(Math.min(...ratios))];
  });
  return table(['against', 'cases', 'geometric mean of the ratios', 'lowest ratio'], rows);
}

/** Runs a script in its own process; returns the last line that it prints. */
export async function lastLineOf(script, args, flags = []) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, path, ...args]);
  return stdout.trim().split('\n').at(-1);
}

/** Runs a script of contestants/ in PYTORCH, a Python; returns the JSON in the last line that it prints. */
export async function timesInTorch(script, args) {
  const path = fileURLToPath(new URL(`contestants/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.env.PYTORCH, ['-B', path, ...args]);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/** Runs each way in a process of its own, in turn, and keeps the least time of each step. */
export async function leastTimes(ways, rounds) {
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, {}]));
  for (let round = 0; round < rounds; round++) {
    for (const [way, run] of Object.entries(ways)) {
      console.error(`  ${way}`);
      for (const [step, ms] of Object.entries(await run())) {
        times[way][step] = Math.min(times[way][step] ?? Infinity, ms);
      }
    }
  }
  return times;
}
