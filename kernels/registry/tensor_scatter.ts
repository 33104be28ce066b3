/**
 * TensorScatter as a ScatterND whose batch dimensions are those before the axis of positions: its tuples, and the kernel
 * for direct calls.
 */
import type {
  BackendValues,
  NamedAttrMap,
  NamedTensorInfoMap,
  Tensor,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import { firstOutside, type IndexRange, showPosition } from '../call/bounds.js';
import { asIndices, ofDtype } from '../call/dtypes.js';
import { wrong, wrongIndex } from '../call/errors.js';
import { COMBINE } from '../call/ops.js';
import { checkDirectCall } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import {
  readTensorScatter,
  TENSOR_SCATTER,
  type TensorScatterCall,
} from '../call/tensor_scatter.js';
import { asTensor } from './compose_kernels.js';
import { engine, findGradient, reshape, scalar, tensor, zeros } from '../tfjs/seam.js';

/** What the host knows about tensors. */
export interface HostKnowledge {
  knownValues: (tensor: TensorInfo) => BackendValues | null;
  indexRanges: (indices: TensorInfo, width: number) => readonly IndexRange[] | null;
}

/**
 * Reads a direct call. tfjs' tape copies all inputs that a gradient needs, and fails for one that is missing, so a call
 * that is differentiated needs write indices.
 */
export function readDirectTensorScatter(
  inputs: Partial<NamedTensorInfoMap>,
  attrs?: NamedAttrMap,
): TensorScatterCall {
  const { kernelName, inputs: names, options } = TENSOR_SCATTER;
  checkDirectCall(names, options, inputs, attrs);
  const call = readTensorScatter(inputs, attrs);
  const { gradientDepth, kernelDepth } = engine().state;
  const isTaped = gradientDepth > 0 && kernelDepth === 1 && findGradient(kernelName);
  if (isTaped && !call.writeIndices) {
    const zeros = `tf.zeros([${call.prefix[0]}], 'int32')`;
    throw wrong(
      'writeIndices is missing',
      `${zeros} in a call of this kernel that is differentiated`,
    );
  }
  return call;
}

/** Throws for a write index that the host knows, and from which the update leaves the axis. */
export function checkWriteIndices(
  { writeIndices, positions, count, attrs }: TensorScatterCall,
  { knownValues, indexRanges }: HostKnowledge,
): void {
  if (!writeIndices || attrs.wrapNegatives) return;
  const last = positions - count;
  const found = firstOutside(
    indexRanges(writeIndices, 1) ?? [],
    () => knownValues(writeIndices),
    (value) => value < 0 || value > last,
  );
  if (!found) return;
  const at = showPosition(found.flat, writeIndices.shape);
  throw wrongIndex(
    `writeIndices has the value ${found.value} at ${at}`,
    `a position in [0, ${last}]: update has ${count} of the ${positions} positions of pastCache`,
    '',
  );
}

/**
 * Makes the index of each site, [...prefix, count, 1], from write indices that the host or only a GPU knows. Without
 * `attrs.wrapNegatives` it may be out of bounds.
 */
export function positionsOf(
  { writeIndices, prefix, positions, count, attrs }: TensorScatterCall,
  { knownValues }: Pick<HostKnowledge, 'knownValues'>,
): Tensor {
  const [batch, ...others] = prefix;
  const times = sizeOf(others);
  const wraps = attrs.wrapNegatives;
  const values = new Int32Array(batch * times * count);
  const needsIndices = writeIndices && values.length > 0;
  const known = needsIndices ? knownValues(writeIndices) : new Int32Array(batch);
  const starts = known && asIndices(ofDtype(known, 'int32'));
  const startOf = (b: number): number => {
    // A GPU adds its own. The scatter wraps what is negative, so sums need no second modulo.
    if (!starts) return wraps ? -positions : 0;
    return wraps ? starts[b] % positions : starts[b];
  };
  for (let b = 0, at = 0; b < batch; b++) {
    const start = startOf(b);
    for (let n = 0; n < times; n++) {
      for (let s = 0, p = start; s < count; s++, p++) {
        values[at++] = wraps && p >= positions ? p - positions : p;
      }
    }
  }
  const sites = tensor(values, [...prefix, count, 1], 'int32');
  return starts || !writeIndices
    ? sites
    : sumsOf(sites, batch, writeIndices, wraps ? positions : 0);
}

/**
 * Adds to the sites of each sample its write index, modulo `positions` unless that is 0. This package's kernels are exact
 * for every int32; tfjs' own round large ones on GPUs.
 */
function sumsOf(sites: Tensor, batch: number, writeIndices: TensorInfo, positions: number): Tensor {
  let starts = writeIndices;
  if (positions > 0) {
    const over = scalar(positions, 'int32');
    const quotients = run('Change', { data: writeIndices, over });
    const products = combine(quotients, { constant: positions, reduction: 'mul' });
    starts = combine(writeIndices, { reduction: 'sub' }, products);
  }
  const length = sites.size / batch;
  const indices = zeros([batch, length, 0], 'int32');
  const data = reshape(asTensor(starts), [batch, 1]);
  const repeated = run('GatherND', { data, indices }, { batchDims: 1 });
  return combine(sites, { reduction: 'add' }, repeated);
}

/** Combines all values of a tensor with those of another one, or with a constant. */
function combine(data: TensorInfo, attrs: NamedAttrMap, updates?: Tensor): Tensor {
  // An empty tuple addresses all of data.
  const inputs = { data, indices: zeros([1, 0], 'int32') };
  const all = updates && { updates: reshape(updates, [1, ...data.shape]) };
  return run('ScatterND', { ...inputs, ...all }, attrs);
}

function run(op: string, inputs: Record<string, TensorInfo>, attrs?: NamedAttrMap): Tensor {
  const tensors = Object.entries(inputs).map(([name, info]) => [name, asTensor(info)] as const);
  return engine().runKernel<Tensor>(COMBINE, Object.fromEntries(tensors), { op, ...attrs });
}
