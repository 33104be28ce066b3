/**
 * How much a call raises the peak resident memory. Each call has its own process, which makes small
 * calls first, so that only the memory of the call itself is added.
 */
import { CASES, outputShape, sizeOf, small } from './cases.mjs';
import { table } from './figures.mjs';
import { lastLineOf } from './report.mjs';

const MIB = 2 ** 20;

export async function memorySection({ smoke }) {
  if (process.platform !== 'linux') return '## Memory\n\nMeasured on Linux only.';
  const rows = [];
  for (const [position, given] of CASES.entries()) {
    console.error(`  ${given.name}`);
    const output = (4 * sizeOf(outputShape(smoke ? small(given) : given))) / MIB;
    const rises = [];
    for (const who of ['package', 'onnxruntime']) {
      const args = [who, String(position), String(smoke)];
      rises.push(Number(await lastLineOf('memory_of_call.mjs', args, ['--expose-gc'])) / MIB);
    }
    rows.push([given.name, ...[output, ...rises].map((mib) => mib.toFixed(1))]);
  }
  return [
    '## Memory',
    'The table shows how much a call raises the peak resident memory, in MiB. Besides its ' +
      'output, this package needs a few blocks of 8 KiB.',
    table(['call', 'its output', 'this package, cpu', 'onnxruntime-node, 1 thread'], rows),
  ].join('\n\n');
}
