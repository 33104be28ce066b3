/**
 * Sums of all numbers before each: by chunks, whose own sums are added up in the same way, and at last
 * by one thread.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Memory } from './memory.js';

/**
 * The length of a chunk, and the most numbers that one thread adds up, or chunks. On a CPU, few
 * programs count. A GPU takes 0.4 ms for a thread that adds up thousands, and 0.01 for a program.
 */
const ON_CPU = { length: 256, most: 4352 };
const ON_GPU = { length: 64, most: 128 };

/** Returns the sums of the numbers before each of `count` integers. */
export function exclusiveSums(numbers: TensorInfo, count: number, memory: Memory): TensorInfo {
  const { isOnCpu } = memory;
  const { length: shortest, most } = isOnCpu ? ON_CPU : ON_GPU;
  if (count <= most) return sumsOfOneThread(numbers, count, memory);
  const length = isOnCpu ? Math.max(shortest, Math.ceil(count / most)) : shortest;
  const threads = Math.ceil(count / length);
  const common = { threads, numbers: { count, length } };
  const chunk = `  let begin = i * uniforms.length;
  let end = min(begin + uniforms.length, uniforms.count);`;
  const sums = memory.integers(threads, 'for sums');
  memory.run({
    ...common,
    name: 'SumChunks',
    inputs: { numbers },
    output: sums,
    code: () => ({
      body: `${chunk}
  var sum = 0;
  for (var j = begin; j < end; j++) { sum += numbers[j]; }
  result[i] = sum;`,
    }),
  });
  const starts = exclusiveSums(sums, threads, memory);
  const before = memory.integers(count, 'for sums');
  memory.run({
    ...common,
    name: 'SumBefore',
    inputs: { numbers, starts },
    output: before,
    code: () => ({
      body: `${chunk}
  var sum = starts[i];
  for (var j = begin; j < end; j++) {
    result[j] = sum;
    sum += numbers[j];
  }`,
    }),
  });
  memory.free(sums);
  memory.free(starts);
  return before;
}

function sumsOfOneThread(numbers: TensorInfo, count: number, memory: Memory): TensorInfo {
  const before = memory.integers(count, 'for sums');
  memory.run({
    name: 'SumAll',
    inputs: { numbers },
    output: before,
    threads: 1,
    numbers: { count },
    code: () => ({
      body: `  var sum = 0;
  for (var j = 0; j < uniforms.count; j++) {
    result[j] = sum;
    sum += numbers[j];
  }`,
    }),
  });
  return before;
}
