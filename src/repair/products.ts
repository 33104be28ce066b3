/** Gradients of einsum, and of sums and products along axes. */
import type { CumprodAttrs, CumsumAttrs, Tensor } from '@tensorflow/tfjs-core';

import {
  add,
  backend_util,
  cast,
  concat,
  mul,
  ones,
  reshape,
  sum,
  transpose,
  zeros,
} from '../../kernels/tfjs/seam.js';
import { withLength } from '../../kernels/call/shapes.js';
import { reducedAxes } from '../../kernels/tfjs/rules.js';
import { reverse, slice } from '../tfjs_math.js';
import { kindNow, run } from './tfjs_kernels.js';

/** A tensor with a label for each axis. */
interface Labelled {
  x: Tensor;
  labels: string[];
}

/**
 * Computes the gradient of each operand: the product of dy and the other one, summed along the axes that the operand does
 * not have, and repeated along those that only it has.
 */
export function einsumGradients(
  dy: Tensor,
  operands: Tensor[],
  equation: string,
): Record<number, () => Tensor> {
  const [terms, result] = equation.replace(/\s/g, '').split('->');
  const inputs = terms.split(',').map((term, i) => ({ x: operands[i], labels: Array.from(term) }));
  const all = [...new Set([...Array.from(result), ...inputs.flatMap(({ labels }) => labels)])];
  // tfjs keeps as many of these as the result has labels, also where it repeats one.
  const [kept, summed] = [all.slice(0, result.length), all[result.length]];
  const isSkipped = ({ labels }: Labelled) => labels.length > 0 && !labels.includes(summed);
  if (summed && inputs.some(isSkipped)) {
    throw new Error(
      `einsum: tfjs computes '${equation}' wrong, so it has no gradient: both operands must have ` +
        `the axis '${summed}', which is summed first.`,
    );
  }
  const gradientOf = (i: number) => {
    const { x, labels } = inputs[i];
    const factors = inputs.flatMap((input, j) =>
      j === i ? [] : [summedTo([...kept, ...labels], input)],
    );
    const known = factors.flatMap((factor) => factor.labels).concat(kept);
    const shared = labels.filter((label) => known.includes(label));
    const product = factors.reduce((a, b) => multiplied(a, b, shared), { x: dy, labels: kept });
    const narrow = x.shape.map((length, d) => (shared.includes(labels[d]) ? length : 1));
    return mul(reshape(ordered(product, shared), narrow), ones(x.shape));
  };
  return Object.fromEntries(operands.map((_, i) => [i, () => gradientOf(i)]));
}

/** Sums along the axes whose labels are not among these. */
function summedTo(wanted: string[], { x, labels }: Labelled): Labelled {
  const axes = labels.flatMap((label, d) => (wanted.includes(label) ? [] : [d]));
  return axes.length > 0
    ? { x: sum(x, axes), labels: labels.filter((label) => wanted.includes(label)) }
    : { x, labels };
}

function ordered({ x, labels }: Labelled, order: string[]): Tensor {
  const axes = order.map((label) => labels.indexOf(label));
  return axes.every((axis, d) => axis === d) ? x : transpose(x, axes);
}

/**
 * Multiplies two tensors, and sums along the axes that the result has not, as tfjs' kernel does: with matMul, a second
 * derivative was wrong on webgl.
 */
function multiplied(a: Labelled, b: Labelled, wanted: string[]): Labelled {
  const labels = [...new Set([...a.labels, ...b.labels])];
  const spread = (of: Labelled) => {
    const order = labels.filter((label) => of.labels.includes(label));
    const x = ordered(of, order);
    const shape = labels.map((label) =>
      order.includes(label) ? x.shape[order.indexOf(label)] : 1,
    );
    return reshape(x, shape);
  };
  return summedTo(wanted, { x: mul(spread(a), spread(b)), labels });
}

/**
 * Runs Cumsum or Cumprod. On webgpu, tfjs' programs from the end are those of the first length that a page had.
 */
export function cumulated(kernelName: string, x: Tensor, attrs: CumsumAttrs): Tensor {
  const { axis, reverse: isReversed } = attrs;
  return isReversed && kindNow() === 'webgpu'
    ? reverse(run(kernelName, { x: reverse(x, axis) }, { ...attrs, reverse: false }), axis)
    : run(kernelName, { x }, { ...attrs });
}

/** Computes the gradient of products along axes: for each value, the product of those before it and after it. */
export function prodGradient(dy: Tensor, x: Tensor, along?: number | number[]): Tensor {
  const axes = reducedAxes(x.shape, along);
  const order = [...x.shape.keys()].filter((d) => !axes.includes(d)).concat(axes);
  const moved = transpose(cast(x, 'float32'), order);
  const rows = reshape(moved, [dy.size, dy.size > 0 ? x.size / dy.size : 0]);
  const others = [true, false].map((reverse) =>
    cumulated('Cumprod', rows, { axis: 1, exclusive: true, reverse }),
  );
  const gradient = mul(reshape(dy, [dy.size, 1]), mul(others[0], others[1]));
  const undone = backend_util.getUndoAxesPermutation(order);
  return transpose(reshape(gradient, moved.shape), undone);
}

/**
 * Computes the gradient of the products up to each place. Doubling the distance of the factors again and again makes the
 * products in few steps, without a division, so the gradient of these steps is exact with zeros.
 */
export function cumprodGradient(dy: Tensor, x: Tensor, attrs: CumprodAttrs): Tensor {
  const { axis, exclusive, reverse: isReversed } = attrs;
  const along = axis < 0 ? axis + x.rank : axis;
  const length = x.shape[along];
  const shapeOf = (size: number) => withLength(x.shape, along, size);
  const part = (of: Tensor, begin: number, size: number) => {
    const begins = x.shape.map((_, d) => (d === along ? begin : 0));
    return slice(of, begins, shapeOf(size));
  };
  /** Moves values towards the end, with ones before them, or back, with zeros after them. */
  const later = (of: Tensor, by: number) =>
    concat([ones(shapeOf(by)), part(of, 0, length - by)], along);
  const earlier = (of: Tensor, by: number) =>
    concat([part(of, by, length - by), zeros(shapeOf(by))], along);
  const turned = (of: Tensor) => (isReversed ? reverse(of, along) : of);
  const steps: { by: number; factors: Tensor }[] = [];
  let products = turned(x);
  for (let by = 1; by < length; by *= 2) {
    steps.push({ by, factors: products });
    products = mul(products, later(products, by));
  }
  let gradient = turned(dy);
  if (exclusive) gradient = earlier(gradient, 1);
  for (const { by, factors } of steps.reverse()) {
    gradient = add(mul(gradient, later(factors, by)), earlier(mul(gradient, factors), by));
  }
  return turned(gradient);
}
