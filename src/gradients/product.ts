/**
 * First- and second-order gradients of mul, exact even if factors are zero. `products.ts` explains the
 * algebra.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { concat, onesLike, scalar, split, zerosLike } from '../../kernels/tfjs/seam.js';
import { asNumbers } from '../../kernels/call/dtypes.js';
import { knownValues, makeZeros } from '../backends.js';
import { productsOf } from './products.js';
import {
  asFloat,
  type Both,
  type DifferentiatedCall,
  required,
  type ScatterGradient,
} from './scatter_gradient.js';
import { flatten, type GradientName, readInOrder, type Sites, ADD } from './sites.js';
import { withGradient } from './with_gradient.js';

export const productGradient: ScatterGradient = {
  data: (dy, call) => partial(dy, call, 'data'),
  updates: (dy, call) => partial(dy, call, 'updates'),
  both(dy, call) {
    const partial = partials(dy, call);
    const updates = partial.updates();
    return { data: partial.data(), updates };
  },
};

/**
 * Returns functions for both gradients: dy times the product of the other factors. That of data overwrites what the
 * other reads.
 */
function partials(dy: Tensor, call: DifferentiatedCall): Record<GradientName, () => Tensor> {
  const { sites, includeSelf, tensors } = call;
  const factors = factorsOf(call);
  const data = includeSelf ? splitZeros(factors.data) : withoutZeros(factors.data);
  const updates = splitZeros(factors.updates);
  const hasZeros = data.hasZeros || updates.hasZeros;
  const { output } = required(tensors);
  const isOutput = !hasZeros && output.dtype === 'float32';
  const product = isOutput
    ? flatten(output)
    : sites.scatter(data.nonZero, updates.nonZero, {
        reduction: 'mul',
        intoData: data.hasZeros || !includeSelf,
      });
  const zerosAt = updates.hasZeros
    ? sites.scatter(data.hasZeros ? data.isZero : makeZeros([dy.size]), updates.isZero, {
        ...ADD,
        intoData: !data.hasZeros,
      })
    : data.isZero;
  // At a place with zeros, only a single zero factor has a product of the others that is not 0.
  const like = ({ isZero }: Split) => (hasZeros ? { source: zerosAt, target: isZero } : undefined);
  return {
    data: () =>
      readInOrder(product, {
        over: factors.data,
        weights: dy,
        like: like(data),
        intoData: !isOutput,
      }),
    updates: () =>
      sites.gather(product, {
        over: factors.updates,
        weights: sites.gather(dy),
        like: like(updates),
      }),
  };
}

type Split = ReturnType<typeof splitZeros>;

/** Returns where factors are zero, as 0 and 1, and the factors with 1 in place of 0. */
function splitZeros(f: Tensor) {
  const known = knownValues(f);
  if (known && !asNumbers(known).includes(0)) return withoutZeros(f);
  const zero = scalar(0);
  const isZero = readInOrder(f, { constant: 1, like: { source: f, target: zero } });
  const like = { source: zero, target: isZero };
  return { hasZeros: true, isZero, nonZero: readInOrder(f, { like, fill: 1 }) };
}

function withoutZeros(f: Tensor) {
  return { hasZeros: false, isZero: scalar(0), nonZero: f };
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
    (dy) => partials(dy, call)[of](),
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
  return concat([sites.scatter(along.data, along.updates, ADD), second.data, second.updates]);
}
