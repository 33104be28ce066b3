/**
 * TensorFlow's ops on the diagonals of matrices. Where a diagonal lies depends on shapes alone, so each op is one
 * gather or scatter.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { CallError } from '../../kernels/call/errors.js';
import { show, wrongShape } from '../../kernels/call/messages.js';
import { checkShape, sizeOf } from '../../kernels/call/shapes.js';
import { reshape, tensor } from '../../kernels/tfjs/seam.js';
import { requiredInteger, requiredIntegers, requiredValues } from '../segment/required_ids.js';
import { blank, type Compute, filled, gatherNd, scatter } from './compose.js';

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
  if (rank < axes) throw wrongShape('diagonal', shape, `rank ${axes} or more`);
  const length = shape[rank - 1];
  const least = [length - Math.min(band.upper, 0), length + Math.max(band.lower, 0)];
  const given = ['num_rows', 'num_cols'].map((name, i) =>
    i < others.length ? requiredInteger(name, others[i]) : -1,
  );
  const smallest = given.every((size) => size < 0) ? least.map(() => Math.max(...least)) : least;
  const sizes = given.map((size, i) => (size < 0 ? smallest[i] : size));
  const lengths = [...shape.slice(0, rank - axes), ...sizes];
  const name = 'the shape of the matrices';
  const matrices =
    others.length > 2 ? filled(name, lengths, others[2]) : blank(name, lengths, dtype);
  return diagonal.size === 0 ? matrices : writeDiagonals([matrices, diagonal], band);
}

function writeDiagonals([input, diagonal]: Tensor[], band: Band): Tensor {
  const { rows, tuples, shape } = diagonalsOf(input, band);
  checkShape('diagonal', diagonal, shape, ` for matrices of ${show(input.shape)}`);
  const data = [rows, tuples, reshape(diagonal, [diagonal.size])];
  return reshape(scatter('none', 'drop')(data), input.shape);
}

function readDiagonals([input, , ...others]: Tensor[], band: Band): Tensor {
  const { rows, tuples, shape } = diagonalsOf(input, band);
  const fill = others.length > 0 ? Number(requiredValues('padding_value', others[0])[0]) : 0;
  return reshape(gatherNd([rows, tuples], { outOfBounds: 'drop', fill }), shape);
}

/**
 * Returns matrices as their rows, the tuples of the values on diagonals, with rows of -1 for padding, and the
 * shape of the diagonals.
 */
function diagonalsOf(matrices: Tensor, { lower, upper, align }: Band) {
  const { shape, rank } = matrices;
  if (rank < 2) throw wrongShape('input', shape, 'rank 2 or more');
  const batch = shape.slice(0, -2);
  const [height, width] = shape.slice(-2);
  const isInside = (k: number) => k === 0 || (k > -height && k < width);
  if (lower > upper || !isInside(lower) || !isInside(upper)) {
    const expected = `ascending numbers of diagonals of [${height}, ${width}]`;
    throw new CallError(`k is ${show([lower, upper])}, expected ${expected}.`);
  }
  const lengthOf = (lower: number, upper: number) =>
    Math.min(height + Math.min(upper, 0), width - Math.max(lower, 0));
  const longest = lengthOf(lower, upper);
  const [above, below] = align.split('_');
  const tuples: number[] = [];
  for (let top = 0; top < sizeOf(batch) * height; top += height) {
    for (let k = upper; k >= lower; k--) {
      const length = lengthOf(k, k);
      const isLeft = (k >= 0 && above === 'left') || (k <= 0 && below === 'left');
      const start = isLeft ? 0 : longest - length;
      for (let i = -start; i < longest - start; i++) {
        const isPadding = i < 0 || i >= length;
        tuples.push(isPadding ? -1 : top + i - Math.min(k, 0), i + Math.max(k, 0));
      }
    }
  }
  const diagonals = lower === upper ? [] : [upper - lower + 1];
  return {
    rows: reshape(matrices, [sizeOf(batch) * height, width]),
    tuples: tensor(tuples, [tuples.length / 2, 2], 'int32'),
    shape: [...batch, ...diagonals, longest],
  };
}
