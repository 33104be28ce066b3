/** More random calls of accelerated ops, which take too long for `npm test`. */
import { testOptions } from './options.js';

testOptions(3);
