/**
 * TensorFlow's ops on the diagonals of matrices. Where a diagonal lies depends on shapes alone, so each op is one
 * gather or scatter.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { invalidOption } from '../../kernels/call/errors.js';
import { checkShape, sizeOf } from '../../kernels/call/shapes.js';
import { reshape, tensor, zeros } from '../../kernels/tfjs/seam.js';
import {
  type Compute,
  filled,
  gatherNd,
  requiredInteger,
  requiredIntegers,
  scatter,
} from './compose.js';

/** The diagonals k = lower to upper, counted from the main one. */
interface Band {
  lower: number;
  upper: number;
  /** Where diagonals above the main one, and those below it, stand in longer rows: 'right_left'. */
  align: string;
}

type ComputeBand = (inputs: Tensor[], band: Band) => Tensor;

export const DIAGONAL_OPS: Record<string, Compute> = {
  ...versions('MatrixDiag', 1, makeMatrices),
  ...versions('MatrixDiagPart', 1, readDiagonals),
  ...versions('MatrixSetDiag', 2, writeDiagonals),
};

/** Makes the versions of an op: without k; with k, the input at `kAt`; and with an alignment. */
function versions(name: string, kAt: number, compute: ComputeBand): Record<string, Compute> {
  const version = (standard: string): Compute => {
    return (inputs, { align = standard }) => {
      const [lower, upper = lower] = inputs.length > kAt ? requiredIntegers('k', inputs[kAt]) : [0];
      return compute(inputs, { lower, upper, align: String(align) });
    };
  };
  const first = version('left_left');
  return { [name]: first, [`${name}V2`]: first, [`${name}V3`]: version('right_left') };
}

/** Makes matrices that are as small as the diagonals allow; square ones, if neither size is given. */
function makeMatrices([diagonal, , ...others]: Tensor[], band: Band): Tensor {
  const { shape, rank, dtype } = diagonal;
  const axes = band.lower === band.upper ? 1 : 2;
  const length = shape[rank - 1];
  const least = [length - Math.min(band.upper, 0), length + Math.max(band.lower, 0)];
  const given = others.slice(0, 2).map((size) => requiredInteger('size', size));
  if (!given.some((size) => size >= 0)) least.fill(Math.max(...least));
  const sizes = least.map((size, i) => (given[i] >= 0 ? given[i] : size));
  const lengths = [...shape.slice(0, rank - axes), ...sizes];
  const [, , padding = zeros([], dtype)] = others;
  const matrices = filled('the result', lengths, padding);
  // Nothing is written, but k may lie outside the matrices.
  const nowhere = zeros([0, matrices.rank], 'int32');
  return diagonal.size === 0
    ? scatter('none')([matrices, nowhere, reshape(diagonal, [0])])
    : writeDiagonals([matrices, diagonal], band);
}

function writeDiagonals([input, diagonal]: Tensor[], band: Band): Tensor {
  const [stack, tuples, shape] = diagonalsOf(input, band);
  checkShape('diagonal', diagonal, shape);
  const data = [stack, tuples, reshape(diagonal, [diagonal.size])];
  return reshape(scatter('none', 'drop')(data), input.shape);
}

function readDiagonals([input, , padding]: Tensor[], band: Band): Tensor {
  const [stack, tuples, shape, padded] = diagonalsOf(input, band);
  const found = gatherNd([stack, tuples], { outOfBounds: 'drop' });
  const places = tensor(padded, [padded.length, 1], 'int32');
  const all = padded.length === 0 ? found : scatter('none')([found, places, reshape(padding, [])]);
  return reshape(all, shape);
}

/**
 * Returns matrices in one batch, the tuples of their diagonals, out of bounds at padding, the diagonals' shape, and the
 * places of the padding among tuples.
 */
function diagonalsOf(
  matrices: Tensor,
  { lower, upper, align }: Band,
): [stack: Tensor, tuples: Tensor, shape: number[], padded: number[]] {
  const { shape } = matrices;
  const [height, width] = shape.slice(-2);
  const isOutside = (k: number) => k !== 0 && (k <= -height || k >= width);
  if (lower > upper || isOutside(lower) || isOutside(upper)) {
    throw invalidOption('k', [lower, upper], `ascending diagonals of [${height}, ${width}]`);
  }
  const lengthOf = (lower: number, upper: number) =>
    Math.min(height + Math.min(upper, 0), width - Math.max(lower, 0));
  const longest = lengthOf(lower, upper);
  const [above, below] = align.split('_');
  const batch = shape.slice(0, -2);
  const count = sizeOf(batch);
  const tuples: number[] = [];
  const padded: number[] = [];
  for (let matrix = 0; matrix < count; matrix++) {
    for (let k = upper; k >= lower; k--) {
      const length = lengthOf(k, k);
      const start = (k > 0 ? above : below) === 'right' ? length - longest : 0;
      for (let i = start; i < start + longest; i++) {
        if (i < 0 || i >= length) padded.push(tuples.length / 3);
        tuples.push(matrix, i - Math.min(k, 0), i + Math.max(k, 0));
      }
    }
  }
  const stack = reshape(matrices, [count, height, width]);
  const sites = tensor(tuples, [tuples.length / 3, 3], 'int32');
  const bands = lower === upper ? [] : [upper - lower + 1];
  return [stack, sites, [...batch, ...bands, longest], padded];
}
