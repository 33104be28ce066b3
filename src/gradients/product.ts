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

import { ones, scalar, tidy, zeros as zerosIn } from '../../kernels/tfjs/seam.js';
import { asNumbers } from '../../kernels/call/dtypes.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { knownValues } from '../backends.js';
import { withGradient } from '../tape.js';
import { minus, readInOrder, type Reading, unless, zerosOf } from './reads.js';
import { asFloat, type Both, type GradientName, type ScatterGradient } from './reductions.js';
import { flatten, type CallSites } from './sites.js';

export const productGradient: ScatterGradient = {
  sharesWork: true,
  of(dy, { sites, includeSelf, tensors }) {
    const { data, output } = tensors;
    const updates = asFloat(flatten(tensors.updates));
    const own = includeSelf && data ? asFloat(flatten(data)) : ones([sizeOf(sites.dataShape)]);
    const factors = { data: own, updates };
    const [ofUpdates, ofData] = withGradient(
      { dy, ...factors },
      ['dy', 'data', 'updates'],
      (): Tensor[] => {
        const { product, timesOthers } = productsOf(factors, sites, includeSelf, output);
        const updates = timesOthers('updates', sites.read(dy));
        return includeSelf ? [updates, timesOthers('data', dy, product !== output)] : [updates];
      },
      (vs, { dy, data, updates }) => {
        // For a single output, tfjs passes no list.
        const [w, v = zerosIn(data.shape)] = [vs].flat();
        const compute = () =>
          secondOrder({ data: v, updates: w }, dy, { data, updates }, sites, includeSelf);
        const parts = tidy(() =>
          withGradient({ v, w, dy, data, updates }, [], compute, rejectThirdOrder),
        );
        return { dy: () => parts[0], data: () => parts[1], updates: () => parts[2] };
      },
    );
    return { data: () => ofData, updates: () => ofUpdates };
  },
};

function rejectThirdOrder(): never {
  throw new Error(
    "scatter: reduction 'mul' has gradients up to second order, got a request for third order.",
  );
}

/** Returns the derivatives of Σ v · dy · E by dy, data and updates. */
function secondOrder(v: Both, dy: Tensor, factors: Both, sites: CallSites, includeSelf: boolean) {
  const products = productsOf(factors, sites, includeSelf);
  const { product, zeros, combine, atFactors, timesOthers } = products;
  const terms = each((of) => timesOthers(of, v[of]));
  const ofDy = flatten(combine(terms, 'add'));
  const dyAt = { data: dy, updates: sites.read(dy) };
  // P' · dy.
  const weights = each((of) => atFactors(of, product, { over: factors[of], weights: dyAt[of] }));
  /** Returns minus the sum of the other terms of a place, times P' · dy; 0 where `sourceLike` is not Z - Z'. */
  const minusOthers = (terms: Both, sourceLike?: Tensor) => {
    const sums = combine(terms, 'add');
    return each((of) => {
      const like = { sourceLike, targetLike: zeros?.areAt[of] };
      return atFactors(of, sums, { from: terms[of], weights: weights[of], ...like });
    });
  };
  // Negated, so that minus the sum of the others is R'.
  const minusQuotients = each((of) => {
    const isNotZero = zeros && { sourceLike: scalar(0), targetLike: zeros.areAt[of] };
    return readInOrder(v[of], { from: scalar(0), over: factors[of], ...isNotZero });
  });
  // Z' is 0 where Z is Z - Z', which is 1 for a factor that is zero.
  const ofNonZero = minusOthers(minusQuotients, zeros?.count);
  if (!zeros) return [ofDy, ofNonZero.data, ofNonZero.updates];
  const atZeros = each((of) =>
    readInOrder(v[of], { sourceLike: scalar(1), targetLike: zeros.areAt[of] }),
  );
  // Z' is 1 where Z - 1 is Z - Z'.
  const oneLess = readInOrder(zeros.count, { from: scalar(1), weights: scalar(-1) });
  const minusOfZeros = minusOthers(atZeros, oneLess);
  const { data, updates } = each((of) => minus(ofNonZero[of], minusOfZeros[of]));
  return [ofDy, data, updates];
}

/** Computes P, and Z if a factor may be zero. If none is, P is `output`, where that is given. */
function productsOf(factors: Both, sites: CallSites, includeSelf: boolean, output?: Tensor) {
  const combine = ({ data, updates }: Both, reduction: 'add' | 'mul', givesUp = false) =>
    sites.scatter(data, updates, { reduction, givesUp });
  const isKnown = !mayHoldZero(factors.updates) && !(includeSelf && mayHoldZero(factors.data));
  const areAt = isKnown ? null : each((of) => zerosOf(factors[of]));
  const zeros = areAt && { areAt, count: combine(areAt, 'add') };
  const isOutput = !zeros && output?.dtype === 'float32';
  const nonZero = areAt ? each((of) => unless(areAt[of], factors[of], 1)) : factors;
  const product = isOutput ? output : combine(nonZero, 'mul', zeros !== null);
  /** Reads values of places at their factors. */
  const atFactors = (of: GradientName, places: Tensor, reading: Reading) =>
    flatten(of === 'data' ? readInOrder(places, reading) : sites.read(places, reading));
  /** Returns E times x. It is 0 where E is 0, whatever x holds. */
  const timesOthers = (of: GradientName, x: Tensor, givesUp = false) => {
    // At a place with zeros, only a single zero factor has a product of the others that is not 0.
    const like = zeros && { sourceLike: zeros.count, targetLike: zeros.areAt[of] };
    return atFactors(of, product, { over: factors[of], weights: x, ...like, givesUp });
  };
  return { product, zeros, combine, atFactors, timesOthers };
}

function mayHoldZero(x: Tensor): boolean {
  const known = knownValues(x);
  return !known || asNumbers(known).includes(0);
}

function each(compute: (of: GradientName) => Tensor): Both {
  return { data: compute('data'), updates: compute('updates') };
}
