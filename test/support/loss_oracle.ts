/** Cross entropy with integer labels and its derivatives, by definition and in double precision. */
import type { LossUse } from './call.js';
import { numbersOf, sizeOf } from './values.js';

const sumOf = (values: number[]) => values.reduce((a, b) => a + b, 0);

/** The rows of a call: the positions of their logits, and what their losses consist of. */
function rowsOf({ inputs, options = {} }: LossUse) {
  const { logits, labels, classWeights } = inputs;
  const { axis = -1, ignoreIndex = -100, labelSmoothing = 0 } = options;
  const along = axis < 0 ? axis + logits.shape.length : axis;
  const classes = logits.shape[along];
  const inner = sizeOf(logits.shape.slice(along + 1));
  const x = numbersOf(logits);
  const weights = classWeights ? numbersOf(classWeights) : Array<number>(classes).fill(1);
  return numbersOf(labels).map((label, row) => {
    const first = Math.floor(row / inner) * classes * inner + (row % inner);
    const at = weights.map((_, c) => first + c * inner);
    const isKept = label !== ignoreIndex && label >= 0 && label < classes;
    // How much of each class's -log p is in the loss.
    const shares = weights.map((weight, c) => {
      const own = c === label ? 1 - labelSmoothing : 0;
      return isKept ? weight * (own + labelSmoothing / classes) : 0;
    });
    const highest = Math.max(...at.map((i) => x[i]));
    const total = sumOf(at.map((i) => Math.exp(x[i] - highest)));
    const logs = at.map((i) => x[i] - highest - Math.log(total));
    return { at, shares, logs, isKept, weight: isKept ? weights[label] : 0 };
  });
}

/** The factor by which each row is in the result: 1, or that of a mean. */
function scaleOf(use: LossUse): number {
  const isMean = (use.options?.reduction ?? 'mean') === 'mean';
  return isMean ? 1 / sumOf(rowsOf(use).map(({ weight }) => weight)) : 1;
}

const isReduced = (use: LossUse) => use.options?.reduction !== 'none';

/** The loss of each label, or one number. */
export function lossOf(use: LossUse): number[] {
  const losses = rowsOf(use).map(({ shares, logs, isKept }) =>
    isKept ? -sumOf(shares.map((share, c) => share * logs[c])) : 0,
  );
  return isReduced(use) ? [sumOf(losses) * scaleOf(use)] : losses;
}

/**
 * The gradient by logits for dy and, for a direction v, the derivatives of their product <v, gradient>: by logits, which
 * is the Hessian times v, and by dy.
 */
export function lossDerivatives(use: LossUse, dy: number[], v: number[]) {
  const scale = scaleOf(use);
  const gradient = v.map(() => 0);
  const hessian = v.map(() => 0);
  const byRow = rowsOf(use).map(({ at, shares, logs }, row) => {
    const upstream = scale * dy[isReduced(use) ? 0 : row];
    const powers = logs.map(Math.exp);
    const ofAll = sumOf(shares);
    const slopes = powers.map((p, c) => ofAll * p - shares[c]);
    const along = sumOf(powers.map((p, c) => p * v[at[c]]));
    at.forEach((i, c) => {
      gradient[i] = upstream * slopes[c];
      hessian[i] = upstream * ofAll * powers[c] * (v[i] - along);
    });
    return scale * sumOf(slopes.map((slope, c) => slope * v[at[c]]));
  });
  return { gradient, hessian, dy: isReduced(use) ? [sumOf(byRow)] : byRow };
}
