import process from 'node:process';

/** Whether a run asks for some suites only. */
const asksForFewer = ({ findRelatedTests, onlyChanged, onlyFailures, shard, testPathPatterns }) =>
  findRelatedTests || onlyChanged || onlyFailures || shard || testPathPatterns.isSet();

/** A reporter that fails a run of whole projects if jest finds fewer suites than they have. */
export default class FindsAll {
  #isWhole;
  #expected;
  #found = {};
  #error;

  /** Takes the number of suites of each project. */
  constructor(globalConfig, expected) {
    this.#isWhole = !asksForFewer(globalConfig);
    this.#expected = expected;
  }

  /** Counts a suite, which has a result even if it does not compile. */
  onTestFileResult({ context }) {
    const { name } = context.config.displayName;
    this.#found[name] = (this.#found[name] ?? 0) + 1;
  }

  onRunComplete(_, { wasInterrupted }) {
    if (!this.#isWhole || wasInterrupted) return;
    const selects = process.argv.some((argument) => /^--(select|ignore)Projects/.test(argument));
    for (const [project, expected] of Object.entries(this.#expected)) {
      const found = this.#found[project] ?? 0;
      if (found === expected || (selects && found === 0)) continue;
      this.#error = new Error(`jest ran ${found} of the ${expected} suites of ${project}.`);
      console.error(this.#error.message);
    }
  }

  getLastError() {
    return this.#error;
  }
}
