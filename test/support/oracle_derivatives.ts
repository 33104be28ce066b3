/**
 * Derivatives by definition: at every place of the result, the weight of each factor. For
 * products, it is the sum over all ways to leave factors out. Nested loops, no division.
 */
import { isGather, type OpUse, type TensorData } from './call.js';
import { hitsByPlace, ruleOf } from './oracle.js';
import { targetsOf } from './oracle_targets.js';
import { booleansOf, numbersOf, sizeOf } from './values.js';

interface Factor {
  input: 'data' | 'updates';
  position: number;
  value: number;
}

/** A number, and the sum of the magnitudes of its terms, which rounding is measured against. */
export interface Sum {
  value: number;
  scale: number;
}

export interface Derivatives {
  dy: Sum[];
  data: Sum[];
  updates: Sum[];
}

export interface Direction {
  data: number[];
  updates: number[];
}

function without<T>(items: T[], skipped: number): T[] {
  return items.filter((_, i) => i !== skipped);
}

/** The `order`-fold derivative of the product of the factors along v. */
function alongDirection(factors: number[], v: number[], order: number): number {
  if (order === 0) {
    return factors.reduce((product, factor) => product * factor, 1);
  }
  return v.reduce(
    (sum, vi, i) => sum + vi * alongDirection(without(factors, i), without(v, i), order - 1),
    0,
  );
}

/** For an op that is locally linear: how much the result changes with each factor. */
function weightsOf(reduction: string, factors: Factor[]): number[] {
  const values = factors.map(({ value }) => value);
  switch (reduction) {
    case 'none':
      return factors.map((_, i) => (i === factors.length - 1 ? 1 : 0));
    case 'add':
      return factors.map(() => 1);
    case 'sub':
      return factors.map(({ input }) => (input === 'data' ? 1 : -1));
    case 'mean':
      return factors.map(() => 1 / factors.length);
    case 'max':
    case 'min': {
      const best = reduction === 'max' ? Math.max(...values) : Math.min(...values);
      const chosen = values.map((value) => value === best || (isNaN(value) && isNaN(best)));
      const count = chosen.filter((yes) => yes).length;
      return chosen.map((yes) => (yes ? 1 / count : 0));
    }
    default:
      throw new Error(`The derivatives of '${reduction}' are not defined here.`);
  }
}

interface Place {
  factors: Factor[];
  product: boolean;
  weights: number[];
}

/** Booleans count as 0 and 1. */
function operandsOf(tensor: TensorData): number[] {
  return tensor.dtype === 'bool' ? booleansOf(tensor).map(Number) : numbersOf(tensor);
}

function placesOf(use: OpUse): Place[] {
  const data = operandsOf(use.inputs.data);
  const fromData = (position: number): Factor => ({
    input: 'data',
    position,
    value: data[position],
  });
  const alone = (factors: Factor[]): Place => ({
    factors,
    product: false,
    weights: factors.map(() => 1),
  });
  if (isGather(use.op)) {
    return targetsOf(use).map((source) => alone(source === undefined ? [] : [fromData(source)]));
  }
  const updates = use.inputs.updates === undefined ? [] : operandsOf(use.inputs.updates);
  const { reduction, includeSelf } = ruleOf(use);
  return hitsByPlace(use).map((hits, place) => {
    if (hits.length === 0) {
      return alone([fromData(place)]);
    }
    const landed = hits.map((position): Factor => ({
      input: 'updates',
      position,
      value: updates[position],
    }));
    const factors = includeSelf ? [fromData(place), ...landed] : landed;
    const product = reduction === 'mul';
    return { factors, product, weights: product ? [] : weightsOf(reduction, factors) };
  });
}

interface Local {
  byDy: number;
  byFactor: number[];
}

/** A derivative of 0 stays 0 whatever dy and v contain: 0 · Infinity would be NaN. */
function times(derivative: number, x: number): number {
  return derivative === 0 ? 0 : derivative * x;
}

/** Derivatives at one place, of dy times its `order`-fold derivative along v. */
function differentiatePlace(place: Place, dy: number, v: number[], order: number): Local {
  if (place.product) {
    const values = place.factors.map(({ value }) => value);
    return {
      byDy: alongDirection(values, v, order),
      byFactor: values.map((_, m) =>
        times(alongDirection(without(values, m), without(v, m), order), dy),
      ),
    };
  }
  const { weights } = place;
  const moved = weights.reduce((sum, weight, i) => sum + times(weight, v[i]), 0);
  return {
    byDy: order === 1 ? moved : 0,
    byFactor: weights.map((weight) => (order === 0 ? times(weight, dy) : 0)),
  };
}

function magnitudes(place: Place): Place {
  return {
    ...place,
    factors: place.factors.map((factor) => ({ ...factor, value: Math.abs(factor.value) })),
    weights: place.weights.map(Math.abs),
  };
}

const zeros = (length: number): Sum[] => Array.from({ length }, () => ({ value: 0, scale: 0 }));

/**
 * order 0: the gradient of L = <dy, y>. order 1: the derivatives of S, the gradient's inner
 * product with v. order 2: the derivatives of the same sum over S's derivatives.
 */
export function derivatives(
  use: OpUse,
  dy: TensorData,
  order: number,
  direction?: Direction,
): Derivatives {
  const upstream = numbersOf(dy);
  const updateCount = use.inputs.updates === undefined ? 0 : sizeOf(use.inputs.updates.shape);
  const total: Derivatives = {
    dy: zeros(upstream.length),
    data: zeros(sizeOf(use.inputs.data.shape)),
    updates: zeros(updateCount),
  };
  placesOf(use).forEach((place, e) => {
    const v = place.factors.map(({ input, position }) => direction?.[input][position] ?? 0);
    const exact = differentiatePlace(place, upstream[e], v, order);
    const size = differentiatePlace(
      magnitudes(place),
      Math.abs(upstream[e]),
      v.map(Math.abs),
      order,
    );
    total.dy[e] = { value: exact.byDy, scale: size.byDy };
    place.factors.forEach(({ input, position }, i) => {
      const sum = total[input][position];
      sum.value += exact.byFactor[i];
      sum.scale += size.byFactor[i];
    });
  });
  return total;
}
