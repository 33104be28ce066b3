/** A share of the random calls of accelerated ops; more_options.test.ts has the rest. */
import { testOptions } from './options.js';

testOptions(1);
