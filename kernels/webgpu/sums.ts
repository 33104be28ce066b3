/**
 * Exclusive prefix sums: each thread adds up a chunk, and the sums of chunks are added up recursively.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Memory } from './memory.js';
import { CHUNK } from './strategy.js';

/** Returns, for each of `count` integers, the sum of those before it. */
export function exclusiveSums(numbers: TensorInfo, count: number, memory: Memory): TensorInfo {
  const threads = Math.ceil(count / CHUNK);
  const chunk = `  let begin = i * ${CHUNK};
  let end = min(begin + ${CHUNK}, uniforms.count);`;
  const run = { threads, numbers: { count } };
  /** The sum of the numbers before each chunk, which only the first one does not read. */
  let starts = numbers;
  if (threads > 1) {
    const sums = memory.integers(threads, 'for sums');
    memory.run({
      ...run,
      name: 'SumChunks',
      inputs: { numbers },
      output: sums,
      body: `${chunk}
  var sum = 0;
  for (var j = begin; j < end; j++) { sum += numbers[j]; }
  result[i] = sum;`,
    });
    starts = exclusiveSums(sums, threads, memory);
    memory.free(sums);
  }
  const before = memory.integers(count, 'for sums');
  memory.run({
    ...run,
    name: 'SumBefore',
    inputs: { numbers, starts },
    output: before,
    body: `${chunk}
  var sum = select(starts[i], 0, i == 0);
  for (var j = begin; j < end; j++) {
    result[j] = sum;
    sum += numbers[j];
  }`,
  });
  if (starts !== numbers) memory.free(starts);
  return before;
}
