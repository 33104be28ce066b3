/** How the webgl backend combines values: in GLSL, and by blending. */
import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { plainRead } from '../call/reads.js';
import { type Combination, combinationOf, startOf } from '../call/reductions.js';

/** WebGL's settings for blending drawn values with those in the target. */
export interface Blend {
  equation: 'FUNC_ADD' | 'FUNC_REVERSE_SUBTRACT' | 'MAX' | 'MIN';
  /** The factors of the update and of the target; by default 1. */
  source?: 'ONE_MINUS_DST_COLOR';
  destination?: 'SRC_ALPHA' | 'ONE_MINUS_SRC_COLOR';
  /** GLSL for the colour in which to draw `update`; by default red. */
  colour?: string;
}

interface OnWebGL {
  /** GLSL that combines `value`, the value at a place, with `update`. */
  glsl: string;
  /** The same for two updates; by default `glsl`. */
  among?: string;
  /** How drawn updates combine by blending; null if they overwrite. */
  blend: Blend | null;
}

const COMBINE: Record<Combination, OnWebGL> = {
  replace: { glsl: 'update', blend: null },
  add: { glsl: 'value + update', blend: { equation: 'FUNC_ADD' } },
  sub: {
    glsl: 'value - update',
    among: 'value + update',
    blend: { equation: 'FUNC_REVERSE_SUBTRACT' },
  },
  // With the destination's colour as the factor, Infinity · 1 would become Infinity · 0, a NaN. Instead the
  // update in alpha multiplies the target's value, and the added colour is -0.
  mul: {
    glsl: 'value * update',
    blend: { equation: 'FUNC_ADD', destination: 'SRC_ALPHA', colour: 'vec4(-0.0, 0, 0, update)' },
  },
  max: {
    glsl: 'isNaN(value) || value > update ? value : update',
    blend: { equation: 'MAX' },
  },
  min: {
    glsl: 'isNaN(value) || value < update ? value : update',
    blend: { equation: 'MIN' },
  },
  // For 0 and 1: update · (1 - value) + value · (1 - update).
  xor: {
    glsl: 'value == update ? 0.0 : 1.0',
    blend: {
      equation: 'FUNC_ADD',
      source: 'ONE_MINUS_DST_COLOR',
      destination: 'ONE_MINUS_SRC_COLOR',
    },
  },
};

/** Returns how a call combines values of its dtype. */
export function combineOf({ attributes, target }: ScatterPlan): OnWebGL {
  return COMBINE[combinationOf(attributes, asNumeric(target.tensor.dtype))];
}

/** Returns the call that sets places to the number that they start from; null if they start from data's values. */
export function startingCall(plan: ScatterPlan): ScatterPlan | null {
  const { attributes, target } = plan;
  const value = startOf(attributes, asNumeric(target.tensor.dtype));
  if (value === null) return null;
  return {
    ...plan,
    attributes: { ...attributes, reduction: 'none' },
    read: plainRead({ tensor: null, geometry: null, value }),
  };
}
