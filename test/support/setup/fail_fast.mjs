import { TestEnvironment } from 'jest-environment-node';

/** Skips the rest of a suite once a test has failed: who breaks code on purpose wants to know no more. */
export default class FailFast extends TestEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#hasFailed = true;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
  }
}
