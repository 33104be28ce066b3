/**
 * Assigns scatters to variables, in place where nothing else holds a variable's memory: the kernel then takes that over, and
 * the variable gets the result like any other value that is assigned to it.
 */
import type { Tensor, Variable } from '@tensorflow/tfjs-core';

import { wrong } from '../../kernels/call/errors.js';
import { isVariable, Tensor as AnyTensor } from '../../kernels/tfjs/seam.js';
import { publicCall } from '../backends.js';
import { asConstant } from '../tape.js';
import { toTensor } from './convert.js';

/** The attributes of a scatter whose data is a variable that gets the result. */
export const INTO_VARIABLE = { givesUp: true, mayBeShared: true } as const;

/**
 * Assigns to a variable what `scatter` computes of it, which should run with `INTO_VARIABLE`. `functional` is how to write
 * the same for a tensor.
 */
export function assignTo(
  name: string,
  variable: unknown,
  functional: string,
  scatter: (variable: Variable) => Tensor,
  hint?: () => string,
): void {
  const compute = () => {
    if (!isVariable(variable)) {
      const found = variable instanceof AnyTensor ? 'a tensor' : 'no tensor';
      const expected = `a variable, such as tf.variable(x); ${functional} returns a changed copy of any tensor`;
      throw wrong(`variable is ${found}`, expected);
    }
    toTensor('variable', variable);
    assignUntaped(variable, () => scatter(variable));
  };
  publicCall(name, compute, hint);
}

/** Assigns a result. No gradient flows through an assignment, so the tape must not hold what the kernel takes over. */
export function assignUntaped(variable: Variable, scatter: () => Tensor): void {
  variable.assign(asConstant(scatter));
}
