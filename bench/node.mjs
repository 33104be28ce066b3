/** The cpu backend in Node against ONNX Runtime, native and WebAssembly, and tfjs' own kernels. */
import { CASES, MORE_CASES, small, TINY_CALLS, TINY_CASES } from './cases.mjs';
import { everyContestant } from './contestants/in_node.mjs';
import { compare } from './measure.mjs';
import { comparison, meansTable } from './report.mjs';

const ROUNDS = 31;

/**
 * Compares the package with each other contestant, for all cases. Pairs, because a runtime's idle
 * threads and garbage would weigh on whoever comes next. Those on WebAssembly come last: once a
 * memory of theirs has grown, V8 adds a check at every access to any typed array.
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
  const settings = { rounds: smoke ? 2 : ROUNDS };
  // Tiny calls come first: after so many, all code is compiled, as in a program that has run a while.
  const [tiny, main, more] = await duels(await everyContestant(), [
    { cases: TINY_CASES, settings: { ...settings, callsPerRound: smoke ? 2 : TINY_CALLS } },
    { cases: sized(CASES), settings },
    { cases: sized(MORE_CASES), settings },
  ]);

  return [
    '## In Node, on the CPU',
    'Medians in ms of one call. The package and each other take turns, and what is in brackets is ' +
      "how many times the package's time the other took in these. Values are float32 and indices " +
      'uniformly random unless it says otherwise. ONNX ' +
      'Runtime gets int64 indices, this package and tfjs int32. tfjs has no scatter with data of its ' +
      'own: what is timed adds its scatter to data, or updates a copy. Where a result is called wrong, ' +
      'threads that updated one place at a time have lost updates.',
    comparison(main),
    'Over these cases:',
    meansTable(main),
    comparison(more),
    `Calls of 8 elements, the mean of ${TINY_CALLS} in a row:`,
    comparison(tiny),
  ].join('\n\n');
}
