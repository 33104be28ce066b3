/**
 * The loops of the cpu backend: each way to move or combine numbers by the loop that suits the call.
 */
import { combineFloats, combineIntegers } from './combine_all.js';
import { gatherNumbers } from './gather_numbers.js';
import { fillSites } from './places.js';
import type { HostLoops } from './host_loops.js';

export const TUNED_LOOPS: HostLoops = {
  gather: gatherNumbers,
  fill: fillSites,
  combineFloats,
  combineIntegers,
};
