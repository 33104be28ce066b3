import { TestEnvironment } from 'jest-environment-node';

/** Skips the rest of a suite after a failure, which is enough to kill a mutant. */
export default class FailFast extends TestEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#hasFailed = true;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
  }
}
