/** The tests that `npm run mutate` runs, in the project for Node: the suites to match are its choice. */
import { configOf } from '../jest.config.js';
import { APART } from './sets.mjs';

const { projects, rootDir, testTimeout } = configOf('quick');
const [unit] = projects;

export default {
  ...unit,
  rootDir,
  testTimeout,
  testEnvironment: '<rootDir>/test/support/setup/fail_fast.mjs',
  globals: { ...unit.globals, APART },
};
