/** The cpu backend in Node, against ONNX Runtime (native and WebAssembly) and tfjs' own kernels. */
import { CASES, MORE_CASES, small, TINY_CALLS, TINY_CASES } from './cases.mjs';
import { everyContestant } from './contestants/in_node.mjs';
import { compare } from './measure.mjs';
import { comparison, meansTable } from './report.mjs';

/**
 * Compares the package with one other contestant at a time, for all cases, because a runtime's idle
 * threads and garbage slow down the next one. Contestants on WebAssembly come last: once a WebAssembly
 * memory has grown, V8 adds a check to every access to any typed array.
 */
async function duels([ours, ...others], groups) {
  const results = groups.map(({ cases }) => cases.map(({ name }) => ({ name, times: [] })));
  for (const other of others) {
    console.error(`  ${other.name}`);
    for (const [group, { cases, settings }] of groups.entries()) {
      for (const [i, given] of cases.entries()) {
        const [own, peer] = await compare(given, [ours, other], settings);
        const { times } = results[group][i];
        if (times.length === 0) times.push(own);
        times.push(peer);
      }
    }
  }
  return results;
}

export async function nodeSection({ smoke }) {
  const sized = (cases) => (smoke ? cases.map(small) : cases);
  const settings = { rounds: smoke ? 2 : 31 };
  // Tiny calls come first: there are enough to compile all code, as in a program that has run a while.
  const [tiny, main, more] = await duels(await everyContestant(), [
    { cases: TINY_CASES, settings: { ...settings, callsPerRound: smoke ? 2 : TINY_CALLS } },
    { cases: sized(CASES), settings },
    { cases: sized(MORE_CASES), settings },
  ]);

  return [
    '## In Node, on the CPU',
    'The tables show the median time of a call in ms. This package takes turns with one other ' +
      "contestant at a time. Brackets show the other's time over this package's in those turns, " +
      'so they can differ from the quotient of the columns. Unless stated otherwise, values are ' +
      'float32 and indices are uniformly random. ONNX Runtime gets int64 indices. This package ' +
      'and tfjs get int32. tfjs cannot scatter into given data, so the result of its scatter is ' +
      'added to data, or a copy of data is updated. A result is marked wrong if threads lost ' +
      'updates because they updated the same place.',
    comparison(main),
    'Over these cases:',
    meansTable(main),
    comparison(more),
    `Calls of 8 elements, the mean of ${TINY_CALLS} in a row:`,
    comparison(tiny),
  ].join('\n\n');
}
