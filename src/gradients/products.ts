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
} from '../../kernels/contract/tfjs_seam.js';
import type { GradientName } from '../../kernels/contract/gradient_plan.js';
import { orZero, where } from '../ops/tfjs_workarounds.js';
import type { Both } from './scatter_gradient.js';
import { type Scattering, type Sites, SUM } from './sites.js';

const PRODUCT: Scattering = { reduction: 'mul', includeSelf: true };

/** The products of the other factors, for every factor of every place. */
export class Products {
  private readonly isZero: Both;
  /** The factors, with 1 in place of 0. */
  private readonly nonZero: Both;
  private readonly othersProduct: Both;
  /** One plus the number of zeros at a factor's place; 0 for a dropped site, which has no place. */
  private readonly zerosOfPlace: Both;
  /** 2 for a factor that is zero, else 1. */
  private readonly ownZeros: Both;

  constructor(
    factors: Both,
    private readonly sites: Sites,
  ) {
    const [zero, one] = [scalar(0), scalar(1)];
    this.isZero = each(factors, (f) => equal(f, zero));
    this.nonZero = both(this.isZero, factors, (isZero, f) => where(isZero, onesLike(f), f));
    const zeros = each(this.isZero, (isZero) => cast(isZero, 'float32'));
    this.ownZeros = each(zeros, (zeros) => add(zeros, one));
    this.zerosOfPlace = this.atFactors(sites.scatter(this.ownZeros.data, zeros.updates, SUM));
    const product = sites.scatter(this.nonZero.data, this.nonZero.updates, PRODUCT);
    this.othersProduct = both(this.atFactors(product), this.nonZero, div);
  }

  /** Spreads the value of each place to its factors. */
  atFactors(ofPlaces: Tensor): Both {
    return { data: ofPlaces, updates: this.sites.gather(ofPlaces) };
  }

  /** Returns E, the product of all other factors, times x. It is 0 where E is 0, whatever x holds. */
  timesOthers(x: Both): Both {
    const ofNonZero = both(x, this.othersProduct, mul);
    return both(this.otherZerosAre(0), ofNonZero, orZero);
  }

  /** Returns H times x. */
  timesOtherPairs(x: Both, v: Both): Both {
    const fromZeros = both(this.isZero, v, orZero);
    const fromOthers = both(this.isZero, v, (isZero, v) => where(isZero, zerosLike(v), v));
    const overOthers = (terms: Both) =>
      both(this.atFactors(this.sites.scatter(terms.data, terms.updates, SUM)), terms, sub);
    const times = both(x, this.othersProduct, mul);
    const withoutZero = both(times, overOthers(both(fromOthers, this.nonZero, div)), mul);
    const withOneZero = both(times, overOthers(fromZeros), mul);
    const rest = both(this.otherZerosAre(1), withOneZero, orZero);
    const noZero = this.otherZerosAre(0);
    const choose = (kind: GradientName) => where(noZero[kind], withoutZero[kind], rest[kind]);
    return { data: choose('data'), updates: choose('updates') };
  }

  /** Returns a mask: whether exactly `count` other factors are zero. It is false for dropped sites. */
  private otherZerosAre(count: 0 | 1): Both {
    const wanted = count === 0 ? this.ownZeros : each(this.ownZeros, (own) => add(own, count));
    return both(this.zerosOfPlace, wanted, equal);
  }
}

function each(factors: Both, compute: (x: Tensor) => Tensor): Both {
  return { data: compute(factors.data), updates: compute(factors.updates) };
}

function both(a: Both, b: Both, compute: (x: Tensor, y: Tensor) => Tensor): Both {
  return { data: compute(a.data, b.data), updates: compute(a.updates, b.updates) };
}
