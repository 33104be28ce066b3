/**
 * Exclusive prefix sums: by chunks, whose sums are added up recursively, and finally by one thread.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Memory } from './memory.js';
import { chunksOf } from './shares.js';

/** Returns, for each of `count` integers, the sum of those before it. */
export function exclusiveSums(numbers: TensorInfo, count: number, memory: Memory): TensorInfo {
  const { most, length } = chunksOf(count, memory.isOnCpu);
  if (count <= most) return sumsOfOneThread(numbers, count, memory);
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
