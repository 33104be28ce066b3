/** The one suite that `npm run mutate` runs. */
import { configOf } from '../jest.config.js';

const { projects, rootDir, testTimeout } = configOf('quick');

export default {
  ...projects[0],
  rootDir,
  testTimeout,
  testEnvironment: '<rootDir>/test/support/setup/fail_fast.mjs',
  testMatch: ['<rootDir>/test/mutation/quick.test.ts'],
};
