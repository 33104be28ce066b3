/**
 * Which shapes fit together. Each function checks one way of addressing and returns the shape of
 * the values that the sites address.
 */
import { isInteger, show } from './messages.js';

export function elementsValuesShape(
  op: string,
  dataShape: number[],
  indicesShape: number[],
  axis: number,
): number[] {
  checkRanks(op, dataShape, indicesShape);
  const rank = dataShape.length;
  if (indicesShape.length !== rank) {
    throw new Error(
      `${op}: indices has rank ${indicesShape.length} (shape ${show(indicesShape)}), expected ` +
        `data's rank, ${rank} (shape ${show(dataShape)}).`,
    );
  }
  if (!isInteger(axis) || axis < -rank || axis >= rank) {
    throw new Error(
      `${op}: axis is ${show(axis)}, expected an integer in [${-rank}, ${rank - 1}] because data has ` +
        `rank ${rank}.`,
    );
  }
  const along = axis < 0 ? axis + rank : axis;
  const longer = indicesShape.findIndex((length, d) => d !== along && length > dataShape[d]);
  if (longer >= 0) {
    throw new Error(
      `${op}: indices has length ${indicesShape[longer]} on axis ${longer} (shape ` +
        `${show(indicesShape)}), expected at most data's length, ${dataShape[longer]} (shape ` +
        `${show(dataShape)}): only on axis ${along} may indices be longer than data.`,
    );
  }
  return indicesShape;
}

export function ndValuesShape(
  op: string,
  dataShape: number[],
  indicesShape: number[],
  batchDims: number,
): number[] {
  checkRanks(op, dataShape, indicesShape);
  const limit = Math.min(dataShape.length, indicesShape.length);
  if (!isInteger(batchDims) || batchDims < 0 || batchDims >= limit) {
    throw new Error(
      `${op}: batchDims is ${show(batchDims)}, expected an integer in [0, ${limit - 1}]: less than ` +
        `the ranks of data (${dataShape.length}) and indices (${indicesShape.length}).`,
    );
  }
  for (let d = 0; d < batchDims; d++) {
    if (indicesShape[d] !== dataShape[d]) {
      throw new Error(
        `${op}: indices has length ${indicesShape[d]} on batch dimension ${d} (shape ` +
          `${show(indicesShape)}), expected data's length, ${dataShape[d]} (shape ${show(dataShape)}).`,
      );
    }
  }
  const depth = indicesShape[indicesShape.length - 1];
  if (batchDims + depth > dataShape.length) {
    throw new Error(
      `${op}: the last dimension of indices is ${depth} (shape ${show(indicesShape)}), expected at ` +
        `most ${dataShape.length - batchDims}, the number of dimensions of data` +
        `${batchDims > 0 ? ` after ${batchDims} batch dimensions` : ''} (shape ${show(dataShape)}).`,
    );
  }
  return [...indicesShape.slice(0, -1), ...dataShape.slice(batchDims + depth)];
}

function checkRanks(op: string, dataShape: number[], indicesShape: number[]): void {
  const scalar = dataShape.length === 0 ? 'data' : indicesShape.length === 0 ? 'indices' : null;
  if (scalar !== null) {
    throw new Error(`${op}: ${scalar} is a scalar (rank 0), expected a tensor of rank 1 or more.`);
  }
}
