/** Gradients of einsum and of products along an axis. */
import type { CumprodAttrs, Tensor } from '@tensorflow/tfjs-core';

import { add, concat, engine, mul, ones, reshape, zeros } from '../../kernels/tfjs/seam.js';
import { withLength } from '../../kernels/call/shapes.js';
import { reverse, slice } from '../tfjs_math.js';

/** Computes the gradient of each operand: an einsum of dy and the other one, repeated along axes that only it has. */
export function einsumGradients(
  dy: Tensor,
  operands: Tensor[],
  equation: string,
): Record<number, () => Tensor> {
  const [terms, result] = equation.replace(/\s/g, '').split('->');
  const labels = terms.split(',');
  const gradientOf = (i: number) => {
    const isOther = (_: unknown, j: number) => j !== i;
    const [others, otherLabels] = [operands.filter(isOther), labels.filter(isOther)];
    const { shape } = operands[i];
    const known = result + otherLabels.join('');
    const axes = Array.from(labels[i]);
    const shared = axes.filter((label) => known.includes(label)).join('');
    // tfjs' einsum takes no scalars.
    const isScalar = result === '';
    const factors = isScalar ? others : [dy, ...others];
    const from = isScalar ? otherLabels : [result, ...otherLabels];
    const product = factors.length > 0 ? einsum(factors, `${from.join(',')}->${shared}`) : dy;
    const each = isScalar && factors.length > 0 ? mul(product, dy) : product;
    const narrow = shape.map((length, d) => (known.includes(axes[d]) ? length : 1));
    return mul(reshape(each, narrow), ones(shape));
  };
  return Object.fromEntries(operands.map((_, i) => [i, () => gradientOf(i)]));
}

/** Runs the kernel, whose inputs are a list. If it had nothing to do, it would return the data of its input as its own. */
function einsum(operands: Tensor[], equation: string): Tensor {
  const [from, to] = equation.split('->');
  if (from === to) return operands[0];
  const inputs: object = operands;
  return engine().runKernel<Tensor>('Einsum', inputs as Record<string, Tensor>, { equation });
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
