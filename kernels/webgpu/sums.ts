/**
 * Exclusive prefix sums: each thread adds up a chunk, and the sums of chunks are added up recursively.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Memory } from './memory.js';
import { CHUNK, MAX_SUMMED } from './strategy.js';

/** Returns, for each of `count` integers, the sum of those before it. */
export function exclusiveSums(numbers: TensorInfo, count: number, memory: Memory): TensorInfo {
  const length = count <= MAX_SUMMED ? count : CHUNK;
  const threads = Math.ceil(count / length);
  const starts = threads > 1 ? startsOfChunks(numbers, { count, length, threads }, memory) : null;
  const before = memory.integers(count, 'for sums');
  memory.run({
    name: starts ? 'SumBefore' : 'SumAll',
    inputs: { numbers, ...(starts && { starts }) },
    output: before,
    threads,
    numbers: { count, length },
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

/** Returns, for each chunk, the sum of the numbers before it. */
function startsOfChunks(
  numbers: TensorInfo,
  { count, length, threads }: { count: number; length: number; threads: number },
  memory: Memory,
): TensorInfo {
  const sums = memory.integers(threads, 'for sums');
  memory.run({
    name: 'SumChunks',
    inputs: { numbers },
    output: sums,
    threads,
    numbers: { count, length },
    body: `${CHUNK_OF_THREAD}
  var sum = 0;
  for (var j = begin; j < end; j++) { sum += numbers[j]; }
  result[i] = sum;`,
  });
  const starts = exclusiveSums(sums, threads, memory);
  memory.free(sums);
  return starts;
}

const CHUNK_OF_THREAD = `  let begin = i * uniforms.length;
  let end = min(begin + uniforms.length, uniforms.count);`;
