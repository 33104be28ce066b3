/** A fifth of the random calls of accelerated ops, which `npm test` runs. */
import { testOptions } from './options.js';

testOptions(0.2);
