/**
 * How programs read the keys by which sites are sorted.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Plan } from '../contract/plan.js';
import type { Run } from './program.js';
import { sliceOf, sliceVariant, sliceVariantName } from './wgsl_slices.js';
import { indexInputs } from './wgsl_values.js';

/** A way to read the key of a site: its slice. */
export interface Keys {
  run: Pick<Run, 'variant' | 'inputs' | 'geometry' | 'pairs'>;
  functions: string;
  numbers: Record<string, number>;
  /** An expression for the key at a position, and for the number of the site there. */
  key: (position: string) => string;
  site: (position: string) => string;
}

/** Keys computed from a call's indices. */
export function keysOfCall(plan: Plan): Keys {
  const { geometry } = plan;
  const variant = sliceVariant(plan);
  return {
    run: { variant: sliceVariantName(variant), inputs: indexInputs(plan), geometry },
    functions: `${sliceOf(variant)}
fn keyOf(site : i32) -> i32 {
  let slice = sliceOf(site);
  return select(slice, uniforms.slices, slice < 0);
}
`,
    numbers: { slices: geometry.dataSize / geometry.sliceSize },
    key: (position) => `keyOf(${position})`,
    site: (position) => position,
  };
}

/** Keys stored in pairs with the sites' numbers. */
export function keysOfPairs(pairs: TensorInfo): Keys {
  return {
    run: { variant: 'pairs', inputs: { pairs }, pairs: ['pairs'] },
    functions: '',
    numbers: {},
    key: (position) => `pairs[${position}].x`,
    site: (position) => `pairs[${position}].y`,
  };
}
