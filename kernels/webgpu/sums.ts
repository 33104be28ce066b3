/**
 * Exclusive prefix sums: each thread adds up a chunk, and the sums of chunks are added up recursively.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Memory } from './memory.js';
import { CHUNK } from './strategy.js';

/** Returns, for each of `count` integers, the sum of those before it. */
export function exclusiveSums(numbers: TensorInfo, count: number, memory: Memory): TensorInfo {
  const length = Math.min(count, CHUNK);
  const threads = Math.ceil(count / length);
  const run = { threads, numbers: { count, length } };
  /** The sum of the numbers before each chunk. */
  let starts: TensorInfo | null = null;
  if (threads > 1) {
    const sums = memory.integers(threads, 'for sums');
    memory.run({
      ...run,
      name: 'SumChunks',
      inputs: { numbers },
      output: sums,
      body: `${CHUNK_OF_THREAD}
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
    name: starts ? 'SumBefore' : 'SumAll',
    inputs: { numbers, ...(starts && { starts }) },
    output: before,
    body: `${CHUNK_OF_THREAD}
  var sum = ${starts ? 'starts[i]' : '0'};
  for (var j = begin; j < end; j++) {
    result[j] = sum;
    sum += numbers[j];
  }`,
  });
  if (starts) memory.free(starts);
  return before;
}

const CHUNK_OF_THREAD = `  let begin = i * uniforms.length;
  let end = min(begin + uniforms.length, uniforms.count);`;
