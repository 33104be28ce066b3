/**
 * TensorScatter as a ScatterND whose batch dimensions are those before the axis of positions, for the public function and
 * for direct calls.
 */
import type { NamedAttrMap, NamedTensorInfoMap, Tensor } from '@tensorflow/tfjs-core';

import { firstOutside } from '../call/bounds.js';
import { asIndices, ofDtype } from '../call/dtypes.js';
import { currentCall, wrongIndex } from '../call/errors.js';
import { COMBINE, OPS } from '../call/ops.js';
import { checkDirectCall, type Plan, planCall } from '../call/plan.js';
import { checkDtype, requiredInput, sizeOf } from '../call/shapes.js';
import {
  checkTensorScatterShapes,
  readTensorScatterAttributes,
  TENSOR_SCATTER,
} from '../call/tensor_scatter.js';
import { type AnyBackend, engine, reshape, tensor, tensor1d, tidy, zeros } from '../tfjs/seam.js';
import type { BackendKernels } from './backend_kernels.js';
import { asTensor } from './compose_kernels.js';

/**
 * Returns the indices and the attributes of the ScatterND of a call. Checks the call, and the write indices that the host
 * knows. `derive` computes a tensor from others; on a tape, it detaches that.
 */
export function asScatterND(
  inputs: Partial<NamedTensorInfoMap>,
  options: NamedAttrMap | undefined,
  kernels: BackendKernels,
  backend: AnyBackend,
  derive: (inputs: Tensor[], compute: () => Tensor) => Tensor,
): [indices: Tensor, attrs: { batchDims: number; wrapNegatives: boolean; outOfBounds: 'drop' }] {
  const { axis, mode } = readTensorScatterAttributes(options);
  const [pastCache, update] = ['pastCache', 'update'].map((name) => requiredInput(inputs, name));
  const { shape } = pastCache;
  const writeIndices = asTensor(inputs.writeIndices ?? zeros(shape.slice(0, 1), 'int32'));
  checkDtype('update', update.dtype, pastCache.dtype, ', the dtype of pastCache');
  checkDtype('writeIndices', writeIndices.dtype, 'int32');
  const along = checkTensorScatterShapes(axis, shape, update.shape, writeIndices.shape);
  const wraps = mode === 'circular';
  const [count, positions] = [update.shape[along], shape[along]];
  const last = positions - count;
  const known = () => kernels.knownValues(writeIndices, backend);
  const ranges = wraps ? null : kernels.indexRanges(writeIndices, 1, backend);
  const found = firstOutside(ranges ?? [], known, (value) => value < 0 || value > last);
  if (found) {
    throw wrongIndex(
      `writeIndices has the value ${found.value} at [${found.flat}]`,
      `a position in [0, ${last}]: update has ${count} of the ${positions} positions of pastCache`,
    );
  }
  const indices = derive([writeIndices], () => {
    const values = known();
    const starts = values ? asIndices(ofDtype(values, 'int32')) : new Int32Array(shape[0]);
    const sites = [...shape.slice(0, along), count, 1];
    const all = new Int32Array(sizeOf(sites));
    const perSample = all.length / starts.length;
    // After a negative start, the scatter wraps them.
    const positionOf = (_: number, at: number) =>
      ((starts[Math.floor(at / perSample)] % positions) + (at % count)) % positions;
    const steps = tensor(all.map(positionOf), sites, 'int32');
    return values ? steps : addStarts(steps, writeIndices, wraps ? positions : 0);
  });
  return [indices, { batchDims: along, wrapNegatives: wraps, outOfBounds: 'drop' }];
}

/**
 * Adds its start to all values of each sample, modulo `positions` unless that is 0. Sums may be negative. Only GPUs run
 * this. The package's kernels are exact for every int32; tfjs' own round large ones there.
 */
function addStarts(steps: Tensor, starts: Tensor, positions: number): Tensor {
  const { size } = starts;
  let data = starts;
  if (positions > 0) {
    // Remainders are in (-positions, 0], as the divisor is negative; the scatter wraps them.
    const over = tensor1d(new Int32Array(size).fill(-positions));
    data = combine(data, 'sub', combine(run('Change', { data, over }), 'mul', over));
  }
  const indices = zeros([size, steps.size / size, 0], 'int32');
  const repeated = run('GatherND', { data: reshape(data, [size, 1]), indices }, { batchDims: 1 });
  return combine(steps, 'add', reshape(repeated, steps.shape));
}

/** Combines all values of two tensors. */
function combine(data: Tensor, reduction: string, updates: Tensor): Tensor {
  // A tuple of no indices addresses all of data.
  return run('ScatterND', { data, indices: zeros([0], 'int32'), updates }, { reduction });
}

function run(op: string, inputs: Record<string, Tensor>, attrs?: NamedAttrMap): Tensor {
  return engine().runKernel<Tensor>(COMBINE, inputs, { op, ...attrs });
}

/** Plans a direct call. */
export function planTensorScatter(
  inputs: NamedTensorInfoMap,
  options: NamedAttrMap | undefined,
  kernels: BackendKernels,
  backend: AnyBackend,
): Plan {
  checkDirectCall(TENSOR_SCATTER.inputs, TENSOR_SCATTER.options, inputs, options);
  const { pastCache, update } = inputs;
  const { gradientDepth, kernelDepth } = engine().state;
  // tfjs' tape copies what a gradient needs, and fails for an input that is missing.
  if (gradientDepth > 0 && kernelDepth === 1) requiredInput(inputs, 'writeIndices');
  const [indices, how] = tidy(() =>
    asScatterND(inputs, options, kernels, backend, (_, compute) => compute()),
  );
  currentCall()?.push(() => {
    indices.dispose();
  });
  return planCall(OPS.ScatterND, { data: pastCache, indices, updates: update }, how);
}
