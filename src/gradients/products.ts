/**
 * Products of all factors of a place except one or two, exact even if factors are zero.
 *
 * The factors f of a place are data's own value and the updates that land there. The derivative of
 * their product by f_i is E_i, the product of all other factors. The derivative of Σ v_i E_i by f_k
 * is H_k = Σ_{i≠k} v_i ∏_{j≠i,k} f_j. Both follow from four numbers per place:
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

import {
  add,
  cast,
  div,
  equal,
  mul,
  onesLike,
  scalar,
  sub,
  zerosLike,
} from '../../kernels/tfjs/seam.js';

import { orZero, where } from '../ops/tfjs_workarounds.js';
import type { Both } from './scatter_gradient.js';
import { type GradientName, type Scattering, type Sites, ADD } from './sites.js';

const PRODUCT: Scattering = { reduction: 'mul' };

/** The products of the other factors, for every factor of every place. */
export interface Products {
  /** Spreads the value of each place to its factors. */
  atFactors(ofPlaces: Tensor): Both;
  /** Returns E, the product of all other factors, times x. It is 0 where E is 0, whatever x holds. */
  timesOthers(x: Both): Both;
  /** Returns H times x. */
  timesOtherPairs(x: Both, v: Both): Both;
}

export function productsOf(factors: Both, sites: Sites): Products {
  const atFactors = (ofPlaces: Tensor) => ({ data: ofPlaces, updates: sites.gather(ofPlaces) });
  const [zero, one] = [scalar(0), scalar(1)];
  const isZero = each(factors, (f) => equal(f, zero));
  // The factors, with 1 in place of 0.
  const nonZero = both(isZero, factors, (isZero, f) => where(isZero, onesLike(f), f));
  const zeros = each(isZero, (isZero) => cast(isZero, 'float32'));
  // 2 for a factor that is zero, else 1.
  const ownZeros = each(zeros, (zeros) => add(zeros, one));
  // One plus the number of zeros at a factor's place; 0 for a dropped site, which has no place.
  const zerosOfPlace = atFactors(sites.scatter(ownZeros.data, zeros.updates, ADD));
  const product = sites.scatter(nonZero.data, nonZero.updates, PRODUCT);
  const othersProduct = both(atFactors(product), nonZero, div);
  // A mask: whether no or one other factor is zero. It is false for dropped sites.
  const noOtherIsZero = () => both(zerosOfPlace, ownZeros, equal);
  const oneOtherIsZero = () =>
    both(
      zerosOfPlace,
      each(ownZeros, (own) => add(own, one)),
      equal,
    );
  return {
    atFactors,
    timesOthers: (x) => both(noOtherIsZero(), both(x, othersProduct, mul), orZero),
    timesOtherPairs(x, v) {
      const fromZeros = both(isZero, v, orZero);
      const fromOthers = both(isZero, v, (isZero, v) => where(isZero, zerosLike(v), v));
      const times = both(x, othersProduct, mul);
      const timesOver = (terms: Both) => {
        const sums = atFactors(sites.scatter(terms.data, terms.updates, ADD));
        return both(times, both(sums, terms, sub), mul);
      };
      const withoutZero = timesOver(both(fromOthers, nonZero, div));
      const rest = both(oneOtherIsZero(), timesOver(fromZeros), orZero);
      const noZero = noOtherIsZero();
      const choose = (kind: GradientName) => where(noZero[kind], withoutZero[kind], rest[kind]);
      return { data: choose('data'), updates: choose('updates') };
    },
  };
}

function each(factors: Both, compute: (x: Tensor) => Tensor): Both {
  return { data: compute(factors.data), updates: compute(factors.updates) };
}

function both(a: Both, b: Both, compute: (x: Tensor, y: Tensor) => Tensor): Both {
  return { data: compute(a.data, b.data), updates: compute(a.updates, b.updates) };
}
