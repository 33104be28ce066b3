/** The quick tests that call ops without a page, as one project, for `npm run mutate`. */
import { configOf } from '../jest.config.js';

const { projects, rootDir, testTimeout } = configOf('quick');

export default {
  ...projects[0],
  rootDir,
  testTimeout,
  testEnvironment: '<rootDir>/test/support/setup/fail_fast.mjs',
  testSequencer: '<rootDir>/test/support/setup/tables_first.mjs',
  testPathIgnorePatterns: [
    'conformance/(large_calls|vectors)',
    'builtins/(embedding|first_gradient|no_gradient)',
    'package/(examples|forms|gradient_memory|sizes)',
    '/wasm/',
  ],
};
