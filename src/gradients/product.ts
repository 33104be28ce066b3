/**
 * First- and second-order gradients of mul, exact even if factors are zero.
 *
 * The factors f of a place are data's own value and the updates that land there. The derivative of their product by f_i
 * is E_i, the product of all other factors. The derivative of Σ v_i E_i by f_k is H_k = Σ_{i≠k} v_i ∏_{j≠i,k} f_j. Both
 * follow from four numbers per place:
 *
 *     P   the product of the factors that are not zero
 *     Z   the number of the factors that are zero
 *     R   Σ v/f over the factors that are not zero
 *     V   Σ v over the factors that are zero
 *
 * P', Z', R', V' leave out the factor itself, so nothing is divided by zero:
 *
 *     E = P'       where Z' = 0, else 0
 *     H = P' · R'  where Z' = 0;  P' · V'  where Z' = 1;  else 0
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { onesLike, scalar, tidy, zerosLike } from '../../kernels/tfjs/seam.js';
import { asNumbers } from '../../kernels/call/dtypes.js';
import { knownValues, makeZeros } from '../backends.js';
import { keeping } from '../tape.js';
import { readInOrder, type Reading } from './reads.js';
import {
  asFloat,
  type Both,
  type GradientName,
  required,
  type ScatterGradient,
} from './scatter_gradient.js';
import { ADD, flatten, type Sites } from './sites.js';

export const productGradient: ScatterGradient = {
  sharesWork: true,
  of(dy, { sites, includeSelf, tensors }) {
    const { output, ...operands } = required(tensors);
    const [own, updates] = [operands.data, operands.updates].map((x) => asFloat(flatten(x)));
    const factors = { data: includeSelf ? own : onesLike(own), updates };
    const [ofUpdates, ofData] = keeping(
      { dy, ...factors },
      ['dy', 'data', 'updates'],
      (): Tensor[] => {
        const { isOutput, timesOthers } = productsOf(factors, sites, includeSelf, output);
        const updates = timesOthers('updates', sites.read(dy));
        return includeSelf ? [updates, timesOthers('data', dy, !isOutput)] : [updates];
      },
      (vs, { dy, data, updates }) => {
        // For a single output, tfjs passes no list.
        const [w, v = zerosLike(data)] = [vs].flat();
        const compute = () =>
          secondOrder({ data: v, updates: w }, dy, { data, updates }, sites, includeSelf);
        const parts = tidy(() => keeping({ v, w, dy, data, updates }, [], compute, refuse));
        return { dy: () => parts[0], data: () => parts[1], updates: () => parts[2] };
      },
    );
    return { data: () => ofData, updates: () => ofUpdates };
  },
};

function refuse(): never {
  throw new Error(
    "scatter: reduction 'mul' has gradients up to second order, got a request for third order.",
  );
}

/** Returns the derivatives of Σ v · dy · E by dy, data and updates. */
function secondOrder(v: Both, dy: Tensor, factors: Both, sites: Sites, includeSelf: boolean) {
  const products = productsOf(factors, sites, includeSelf);
  const { product, zerosAt, hasZeros, split, like, atFactors, timesOthers } = products;
  const [zero, one] = [scalar(0), scalar(1)];
  const sum = ({ data, updates }: Both) => sites.scatter(data, updates, ADD);
  const ofDy = flatten(sum(each((of) => timesOthers(of, v[of]))));
  const dyAt = { data: dy, updates: sites.read(dy) };
  // P' · dy.
  const weights = each((of) => atFactors(of, product, { over: factors[of], weights: dyAt[of] }));
  /** Returns each term minus the sum of its place, times P' · dy. */
  const minusSum = (terms: Both, like: (of: GradientName) => Reading['like']) => {
    const sums = sum(terms);
    return each((of) =>
      atFactors(of, sums, { from: terms[of], weights: weights[of], like: like(of) }),
    );
  };
  const quotients = each((of) => {
    const isNotZero = hasZeros ? { source: zero, target: split[of].isZero } : undefined;
    return readInOrder(v[of], { from: zero, over: factors[of], like: isNotZero });
  });
  // R', because these terms are negative.
  const ofNonZero = minusSum(quotients, like);
  if (!hasZeros) return [ofDy, ofNonZero.data, ofNonZero.updates];
  const numerators = each((of) =>
    readInOrder(v[of], { like: { source: one, target: split[of].isZero } }),
  );
  // -V', where one more factor is zero than the factor itself.
  const ofZeros = minusSum(numerators, (of) => {
    const isZero = { source: factors[of], target: zero };
    return {
      source: zerosAt,
      target: readInOrder(factors[of], { constant: 2, like: isZero, fill: 1 }),
    };
  });
  const { data, updates } = each((of) => readInOrder(ofZeros[of], { from: ofNonZero[of] }));
  return [ofDy, data, updates];
}

/** Computes P and Z. `output` is P if no factor is zero. */
function productsOf(factors: Both, sites: Sites, includeSelf: boolean, output?: Tensor) {
  const split = {
    data: includeSelf ? splitZeros(factors.data) : withoutZeros(onesLike(factors.data)),
    updates: splitZeros(factors.updates),
  };
  const { data, updates } = split;
  const hasZeros = data.hasZeros || updates.hasZeros;
  const isOutput = !hasZeros && output?.dtype === 'float32';
  const product = isOutput
    ? output
    : sites.scatter(data.nonZero, updates.nonZero, {
        reduction: 'mul',
        intoData: data.hasZeros || !includeSelf,
      });
  const zerosAt = updates.hasZeros
    ? sites.scatter(data.hasZeros ? data.isZero : makeZeros(sites.dataShape), updates.isZero, {
        ...ADD,
        intoData: !data.hasZeros,
      })
    : data.isZero;
  // At a place with zeros, only a single zero factor has a product of the others that is not 0.
  const like = (of: GradientName) =>
    hasZeros ? { source: zerosAt, target: split[of].isZero } : undefined;
  /** Reads values of places at their factors. */
  const atFactors = (of: GradientName, places: Tensor, reading: Reading) =>
    flatten(of === 'data' ? readInOrder(places, reading) : sites.read(places, reading));
  /** Returns E times x. It is 0 where E is 0, whatever x holds. */
  const timesOthers = (of: GradientName, x: Tensor, intoData = false) =>
    atFactors(of, product, { over: factors[of], weights: x, like: like(of), intoData });
  return { product, isOutput, zerosAt, hasZeros, split, like, atFactors, timesOthers };
}

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

function each(compute: (of: GradientName) => Tensor): Both {
  return { data: compute('data'), updates: compute('updates') };
}
