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

import { ones, scalar, tidy, zeros } from '../../kernels/tfjs/seam.js';
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
    const { output } = tensors;
    const start = includeSelf ? tensors.data : undefined;
    const factors = {
      data: start ? asFloat(flatten(start)) : ones([sizeOf(sites.dataShape)]),
      updates: asFloat(flatten(tensors.updates)),
    };
    const [updates, data] = withGradient(
      { dy, ...factors },
      ['dy', 'data', 'updates'],
      (): Tensor[] => {
        const { P, E } = productsOf(factors, sites, includeSelf, output);
        const updates = E('updates', sites.read(dy));
        return includeSelf ? [updates, E('data', dy, P !== output)] : [updates];
      },
      (vs, { dy, data, updates }) => {
        // For a single output, tfjs passes no list.
        const [w, v = zeros(data.shape)] = [vs].flat();
        const compute = () =>
          secondOrder({ data: v, updates: w }, dy, { data, updates }, sites, includeSelf);
        const parts = tidy(() =>
          withGradient({ v, w, dy, data, updates }, [], compute, rejectThirdOrder),
        );
        return { dy: () => parts[0], data: () => parts[1], updates: () => parts[2] };
      },
    );
    return { data: () => data, updates: () => updates };
  },
};

function rejectThirdOrder(): never {
  throw new Error(
    "scatter: reduction 'mul' has gradients up to second order, got a request for third order.",
  );
}

/** Returns the derivatives of Σ v · dy · E by dy, data and updates. */
function secondOrder(v: Both, dy: Tensor, factors: Both, sites: CallSites, includeSelf: boolean) {
  const { P, Z, E, combine, alike, atFactors } = productsOf(factors, sites, includeSelf);
  const dyGradient = flatten(
    combine(
      each((name) => E(name, v[name])),
      'add',
    ),
  );
  const dyAt = { data: dy, updates: sites.read(dy) };
  const timesDy = each((name) => atFactors(name, P, { over: factors[name], weights: dyAt[name] }));
  /** Returns P' · dy times the sum of the other terms of a place, negated; 0 where Z - Z' is not `zeros`. */
  const minusOthers = (terms: Both, zeros?: Tensor) => {
    const sums = combine(terms, 'add');
    return each((name) =>
      atFactors(name, sums, { from: terms[name], weights: timesDy[name], ...alike(name, zeros) }),
    );
  };
  // The terms of -R and of V. Z' is 0 where Z is Z - Z', which is 1 for a factor that is zero, and 1 where Z - 1 is.
  const minusQuotients = each((name) =>
    readInOrder(v[name], { from: scalar(0), over: factors[name], ...alike(name, scalar(0)) }),
  );
  const byR = minusOthers(minusQuotients, Z);
  if (!Z) return [dyGradient, byR.data, byR.updates];
  const atZeros = each((name) => readInOrder(v[name], alike(name, scalar(1))));
  const minusByV = minusOthers(atZeros, readInOrder(Z, { from: scalar(1), weights: scalar(-1) }));
  const H = each((name) => minus(byR[name], minusByV[name]));
  return [dyGradient, H.data, H.updates];
}

/** Computes P, and Z if a factor may be zero. If none is, P is `output`, where that is given. */
function productsOf(factors: Both, sites: CallSites, includeSelf: boolean, output?: Tensor) {
  const combine = ({ data, updates }: Both, reduction: 'add' | 'mul', givesUp = false) =>
    sites.scatter(data, updates, { reduction, givesUp });
  const mayBeZero = mayHoldZero(factors.updates) || (includeSelf && mayHoldZero(factors.data));
  const areZero = mayBeZero ? each((name) => zerosOf(factors[name])) : null;
  const Z = areZero ? combine(areZero, 'add') : undefined;
  const nonZero = areZero ? each((name) => unless(areZero[name], factors[name], 1)) : factors;
  const isOutput = !areZero && output?.dtype === 'float32';
  const P = isOutput ? output : combine(nonZero, 'mul', mayBeZero);
  /** Makes a read return 0 except where `zeros` is Z - Z': 1 for a factor that is zero, else 0. */
  const alike = (name: GradientName, zeros?: Tensor): Reading =>
    areZero ? { sourceLike: zeros, targetLike: areZero[name] } : {};
  /** Reads values of places at their factors. */
  const atFactors = (name: GradientName, places: Tensor, reading: Reading) =>
    flatten(name === 'data' ? readInOrder(places, reading) : sites.read(places, reading));
  /** Returns E times x. It is 0 where E is 0, whatever x holds. */
  const E = (name: GradientName, x: Tensor, givesUp = false) =>
    atFactors(name, P, { over: factors[name], weights: x, ...alike(name, Z), givesUp });
  return { P, Z, E, combine, alike, atFactors };
}

function mayHoldZero(x: Tensor): boolean {
  const values = knownValues(x);
  return !values || asNumbers(values).includes(0);
}

function each(compute: (name: GradientName) => Tensor): Both {
  return { data: compute('data'), updates: compute('updates') };
}
