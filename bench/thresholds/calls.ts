/** Calls with random inputs. */
import * as tf from '@tensorflow/tfjs';
import { gatherElements, gatherND, scatterND } from '../../src/index.js';
import { gatherSegmentSum } from '../../src/sparse/index.js';
import type { Call } from './harness.js';

export const K = 2 ** 10;
export const M = 2 ** 20;

/** Random integers, whose sums have the same bits in any order. */
function numbers(shape: number[], below = 8): tf.Tensor {
  const length = tf.util.sizeFromShape(shape);
  return tf.tensor(
    Float32Array.from({ length }, () => Math.floor(Math.random() * below)),
    shape,
  );
}

function indicesBelow(size: number, shape: number[]): tf.Tensor {
  return numbers(shape, size).cast('int32');
}

/** Scatters slices of `width` values to random places among `slices`. */
export function scatterSlices(sites: number, slices: number, width = 1): Call {
  const data = numbers([slices, width]);
  const indices = indicesBelow(slices, [sites, 1]);
  const updates = numbers([sites, width]);
  return () => scatterND(data, indices, updates, { reduction: 'add' });
}

/** Adds rows of `width` values along random edges between `nodes`. */
export function sumAlongEdges(edges: number, nodes: number, width: number): Call {
  const x = numbers([nodes, width]);
  const [sources, targets] = [indicesBelow(nodes, [edges]), indicesBelow(nodes, [edges])];
  return () => gatherSegmentSum(x, sources, targets, nodes);
}

/** Gathers `slices` times from as many slices of `width` values. */
export function gatherSlices(slices: number, width = 1): Call {
  const data = numbers([slices, width]);
  const indices = indicesBelow(slices, [slices, 1]);
  return () => gatherND(data, indices);
}

/** Gathers single values along axis 0. Data is longer, so that no two dimensions can be merged. */
export function gatherLines(shape: number[]): Call {
  const data = numbers(shape.map((length) => length + 1));
  const indices = indicesBelow(shape[0], shape);
  return () => gatherElements(data, indices);
}
