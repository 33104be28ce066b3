/**
 * First- and second-order gradients of mul, exact even if factors are zero. `products.ts` explains the
 * algebra.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { concat, onesLike, split, zerosLike } from '../../kernels/tfjs/seam.js';
import { type GradientName, required } from '../../kernels/call/gradient_plan.js';
import { productsOf } from './products.js';
import {
  asFloat,
  type Both,
  computeOne,
  type DifferentiatedCall,
  type ScatterGradient,
} from './scatter_gradient.js';
import { type Sites, SUM } from './sites.js';
import { withGradient } from './with_gradient.js';

export const productGradient: ScatterGradient = {
  data: (dy, call) => partial(dy, call, 'data'),
  updates: (dy, call) => partial(dy, call, 'updates'),
  both: composeBoth,
};

function composeBoth(dy: Tensor, call: DifferentiatedCall): Both {
  const products = productsOf(factorsOf(call), call.sites);
  return products.timesOthers(products.atFactors(dy));
}

/** Returns the factors. Data's are 1 without includeSelf. */
function factorsOf({ operands, includeSelf }: DifferentiatedCall): Both {
  const { data, updates } = required(operands);
  return { data: includeSelf ? asFloat(data) : onesLike(asFloat(data)), updates: asFloat(updates) };
}

/** Computes dL/d data or dL/d updates, and its derivatives by dy, data and updates. */
function partial(dy: Tensor, call: DifferentiatedCall, of: GradientName): Tensor {
  const { sites } = call;
  const factors = factorsOf(call);
  return withGradient(
    [dy, factors.data, factors.updates],
    (dy) => computeOne(of, dy, call, composeBoth),
    (v, dy, data, updates) => {
      const parts = withGradient(
        [v, dy, data, updates],
        (v, ...inputs) => secondOrder(v, of, sites, inputs),
        () => {
          throw new Error(
            "scatter: reduction 'mul' has gradients up to second order, got a request for third order.",
          );
        },
      );
      // tfjs' cpu backend cannot split an empty result of concat.
      if (parts.size === 0) return [dy, data, updates].map((input) => zerosLike(input));
      return split(parts, [dy.size, data.size, updates.size]);
    },
  );
}

/** Computes the derivatives of Σ v · partial by dy, data and updates, concatenated. */
function secondOrder(v: Tensor, of: GradientName, sites: Sites, inputs: Tensor[]): Tensor {
  const [dy, data, updates] = inputs;
  const products = productsOf({ data, updates }, sites);
  const directions = { data: zerosLike(data), updates: zerosLike(updates), [of]: v };
  const along = products.timesOthers(directions);
  const second = products.timesOtherPairs(products.atFactors(dy), directions);
  return concat([sites.scatter(along.data, along.updates, SUM), second.data, second.updates]);
}
