/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/browser/setup.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testTimeout: 120_000,
  maxWorkers: 2,
  transform: {
    '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^tfjs-gather-scatter$': '<rootDir>/src/index.ts',
    '^tfjs-gather-scatter/(\\w+)$': '<rootDir>/src/$1/index.ts',
  },
};
