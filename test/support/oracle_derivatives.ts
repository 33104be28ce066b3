/**
 * Derivatives by definition: at every place of the result, the weight of each factor. For
 * products, it is the sum over all ways to leave factors out. Nested loops, no division.
 */
import { type Gradient, type Higher, isGather, type OpUse, type TensorData } from './call.js';
import { hitsByPlace, ruleOf } from './oracle.js';
import { targetsOf } from './oracle_targets.js';
import { booleansOf, numbersOf } from './values.js';

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

/** By the names of a call's outputs. A gradient has none for dy. */
export interface Derivatives {
  dy?: Sum[];
  data: Sum[];
  updates: Sum[];
}

function without<T>(items: T[], skipped: number): T[] {
  return items.filter((_, i) => i !== skipped);
}

/** For each factor, the product of those before and those after it. */
function othersOf(factors: number[]): number[] {
  const [before, after] = [factors.map(() => 1), factors.map(() => 1)];
  for (let i = 1; i < factors.length; i++) before[i] = before[i - 1] * factors[i - 1];
  for (let i = factors.length - 1; i > 0; i--) after[i - 1] = after[i] * factors[i];
  return before.map((product, i) => product * after[i]);
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
      const best = values.reduce((a, b) => (reduction === 'max' ? Math.max(a, b) : Math.min(a, b)));
      const chosen = values.map((value) => value === best || (isNaN(value) && isNaN(best)));
      const count = chosen.filter((yes) => yes).length;
      return chosen.map((yes) => (yes ? 1 / count : 0));
    }
    default:
      throw new Error(`The derivatives of '${reduction}' are not defined here.`);
  }
}

/** One value of the result: the product of its factors, or their weighted sum. */
interface Place {
  factors: Factor[];
  weights: number[] | 'product';
}

/** Booleans count as 0 and 1. */
function operandsOf(tensor: TensorData | undefined): number[] {
  if (tensor === undefined) return [];
  return tensor.dtype === 'bool' ? booleansOf(tensor).map(Number) : numbersOf(tensor);
}

function placesOf(use: OpUse): Place[] {
  const values = { data: operandsOf(use.inputs.data), updates: operandsOf(use.inputs.updates) };
  const factor = (input: Factor['input'], position: number): Factor => ({
    input,
    position,
    value: values[input][position],
  });
  const copyOf = (position: number): Place => ({
    factors: [factor('data', position)],
    weights: [1],
  });
  if (isGather(use.op)) {
    return targetsOf(use).map((source) =>
      source === undefined ? { factors: [], weights: [] } : copyOf(source),
    );
  }
  const { reduction, includeSelf } = ruleOf(use);
  return hitsByPlace(use).map((hits, place) => {
    if (hits.length === 0) return copyOf(place);
    const landed = hits.map((position) => factor('updates', position));
    const factors = includeSelf ? [factor('data', place), ...landed] : landed;
    return { factors, weights: reduction === 'mul' ? 'product' : weightsOf(reduction, factors) };
  });
}

/** A derivative of 0 stays 0 whatever dy and v contain: 0 · Infinity would be NaN. */
function times(derivative: number, x: number): number {
  return derivative === 0 ? 0 : derivative * x;
}

/** Derivatives at one place, of dy times its `order`-fold derivative along v. */
function differentiatePlace({ factors, weights }: Place, dy: number, v: number[], order: number) {
  const values = factors.map(({ value }) => value);
  if (weights === 'product' && order > 0) {
    return {
      byDy: alongDirection(values, v, order),
      byFactor: values.map((_, m) =>
        times(alongDirection(without(values, m), without(v, m), order), dy),
      ),
    };
  }
  const slopes = weights === 'product' ? othersOf(values) : weights;
  const moved = slopes.reduce((sum, slope, i) => sum + times(slope, v[i]), 0);
  return {
    byDy: order === 1 ? moved : 0,
    byFactor: slopes.map((slope) => (order === 0 ? times(slope, dy) : 0)),
  };
}

function magnitudes({ factors, weights }: Place): Place {
  return {
    factors: factors.map((factor) => ({ ...factor, value: Math.abs(factor.value) })),
    weights: weights === 'product' ? weights : weights.map(Math.abs),
  };
}

const zeros = ({ length }: unknown[]): Sum[] =>
  Array.from({ length }, () => ({ value: 0, scale: 0 }));

const ORDERS = { gradient: 0, second: 1, third: 2 };

/**
 * The gradient of L = <dy, y>; the second derivatives: those of S, the gradient's inner product
 * with v; or the third: those of the same sum over S's derivatives.
 */
export function derivatives(use: OpUse, derivative: Gradient | Higher): Derivatives {
  const order = ORDERS[derivative.kind];
  const isFirst = derivative.kind === 'gradient';
  const { vData, vUpdates }: Partial<Higher> = isFirst ? {} : derivative;
  const direction = { data: operandsOf(vData), updates: operandsOf(vUpdates) };
  const upstream = numbersOf(derivative.dy);
  const dy = zeros(upstream);
  const total = {
    data: zeros(use.inputs.data.values),
    updates: zeros(use.inputs.updates?.values ?? []),
  };
  placesOf(use).forEach((place, e) => {
    const v = place.factors.map(({ input, position }) => direction[input][position] ?? 0);
    const exact = differentiatePlace(place, upstream[e], v, order);
    const size = differentiatePlace(
      magnitudes(place),
      Math.abs(upstream[e]),
      v.map(Math.abs),
      order,
    );
    dy[e] = { value: exact.byDy, scale: size.byDy };
    place.factors.forEach(({ input, position }, i) => {
      const sum = total[input][position];
      sum.value += exact.byFactor[i];
      sum.scale += size.byFactor[i];
    });
  });
  return isFirst ? total : { dy, ...total };
}
