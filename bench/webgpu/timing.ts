/** Timing calls on the webgpu backend with other values of its thresholds, two in turn. */
import * as tf from '@tensorflow/tfjs';
import { median } from 'simple-statistics';
import type { Comparison } from '../comparison.js';
import { waitForGpu } from './backend.js';
import { use, valueOf } from './thresholds.js';
import type { Thresholds } from './thresholds.js';

export type Call = () => tf.Tensor;

/** A way to compute, and the thresholds by which calls take it. */
export type Way = [name: string, changed: Thresholds];

const WARM_UP = 2;
const ROUNDS = 9;

/** Short calls are timed by several, so that waiting for the GPU takes a small part. */
const ENOUGH_MS = 15;
const MOST_CALLS = 16;

/** Times both ways at values around a threshold, which the file has by a name. */
export function around(
  counted: string,
  name: string,
  values: number[],
  ways: [below: Way, above: Way],
  callAt: (value: number) => Call,
): Promise<Comparison[]> {
  const from = valueOf(name);
  return eachInTurn(values, (value) =>
    compare({ counted, from, value }, ways, () => callAt(value)),
  );
}

/** Times other values of a threshold against its own, in one call. */
export function against(
  counted: string,
  name: string,
  values: number[],
  makeCall: () => Call,
  common: Thresholds = {},
): Promise<Comparison[]> {
  const own = valueOf(name);
  return eachInTurn(values, (value) => {
    const other: Way = ['so many', { ...common, [name]: value }];
    const labels = { counted, from: own, value, isOwnSecond: true } as const;
    return compare(labels, [other, [String(own), common]], makeCall);
  });
}

async function eachInTurn<Result>(
  values: number[],
  run: (value: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const value of values) results.push(await run(value));
  return results;
}

async function compare(
  labels: Omit<Comparison, 'ways'>,
  ways: Way[],
  makeCall: () => Call,
): Promise<Comparison> {
  tf.engine().startScope();
  try {
    use({});
    const call = makeCall();
    await checkSameResults(labels.counted, call, ways);
    const times = await mediansOf(call, ways);
    return { ...labels, ways: ways.map(([name], i) => ({ name, time: times[i] })) };
  } finally {
    use({});
    tf.engine().endScope();
  }
}

async function checkSameResults(counted: string, call: Call, ways: Way[]): Promise<void> {
  const results: Uint32Array[] = [];
  for (const [, changed] of ways) {
    use(changed);
    const result = call();
    results.push(new Uint32Array((await result.data()).buffer));
    result.dispose();
  }
  const [first, second] = results;
  if (first.some((bits, i) => bits !== second[i])) {
    throw new Error(`${counted}: the two ways give other results`);
  }
}

/** The medians in ms of a call. Which way comes first changes from round to round. */
async function mediansOf(call: Call, ways: Way[]): Promise<number[]> {
  const times: number[][] = ways.map(() => []);
  let calls = 1;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (let turn = 0; turn < ways.length; turn++) {
      const i = (turn + round + WARM_UP) % ways.length;
      use(ways[i][1]);
      const ms = await time(call, calls);
      if (round >= 0) times[i].push(ms);
      else if (round === -1)
        calls = Math.max(calls, Math.min(MOST_CALLS, Math.ceil(ENOUGH_MS / ms)));
    }
  }
  return times.map((each) => median(each));
}

/** The milliseconds of a call, after one that finds no kept order. */
async function time(call: Call, calls: number): Promise<number> {
  call().dispose();
  await waitForGpu();
  const start = performance.now();
  for (let i = 0; i < calls; i++) call().dispose();
  await waitForGpu();
  return (performance.now() - start) / calls;
}
