import Sequencer from '@jest/test-sequencer';

/** Tables of literal cases, with those that kill the most mutants first. */
const TABLES = ['own_cases', 'spec_cases', 'gradient_cases', 'segment_cases', 'indexing'];

/** Runs the tables first: a mutant is killed by the first suite that fails. */
export default class TablesFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = TABLES.findIndex((name) => path.endsWith(`conformance/${name}.test.ts`));
      return found < 0 ? TABLES.length : found;
    };
    return [...tests].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  }
}
