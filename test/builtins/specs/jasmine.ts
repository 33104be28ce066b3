/** Makes jasmine's functions global for tfjs' specs. Must be loaded before them. */
import jasmineRequire from 'jasmine-core/lib/jasmine-core/jasmine.js';

const jasmine = jasmineRequire.core(jasmineRequire);

/** The environment in which the specs register themselves. */
export const runner = jasmine.getEnv({ suppressLoadErrors: true });

Object.assign(globalThis, jasmineRequire.interface(jasmine, runner));
