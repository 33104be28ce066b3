/** Means, made of a backend's other kernels: a sum, a count of the sites of each slice, and one division. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { perSlice } from '../call/geometry.js';
import { OPS } from '../call/ops.js';
import { hasNoValues, planCall, type ScatterPlan } from '../call/plan.js';
import { viewAs } from '../call/shapes.js';
import type { HostBackend } from '../tfjs/seam.js';
import type { BackendKernels } from './backend_kernels.js';
import { composeKernels } from './compose_kernels.js';

/** Divides the sum at each place by the number of its terms. Places without updates keep data's value. */
export function mean(
  plan: ScatterPlan,
  backendName: string,
  backend: HostBackend,
  kernels: BackendKernels,
): TensorInfo {
  const { attributes, target } = plan;
  const { includeSelf, dataIsZero } = attributes;
  const add = { ...attributes, reduction: 'add', includeSelf: includeSelf || dataIsZero } as const;
  const sumPlan = { ...plan, attributes: add };
  if (hasNoValues(plan)) return kernels.run(sumPlan, backend);
  const { dataSize, sliceSize, siteCount } = target.geometry;
  const slices = dataSize / sliceSize;
  return composeKernels(backendName, backend, ({ freeAtEnd }) => {
    const made = (values: Int32Array, shape: number[]): TensorInfo =>
      freeAtEnd({ dataId: backend.write(values, shape, 'int32'), shape, dtype: 'int32' });
    const sums = freeAtEnd(kernels.run(sumPlan, backend));
    const counts = made(new Int32Array(slices).fill(includeSelf ? 1 : 0), [slices]);
    const countPlan: ScatterPlan = {
      ...sumPlan,
      attributes: { ...add, includeSelf: true, intoData: true, dataIsZero: !includeSelf },
      source: { tensor: null, geometry: null, value: 1 },
      target: { ...target, tensor: counts, geometry: perSlice(target.geometry) },
      factors: null,
      valuesShape: [siteCount],
    };
    const division = {
      data: viewAs(sums, [slices, sliceSize]),
      indices: made(new Int32Array(0), [slices, 0]),
      over: freeAtEnd(kernels.run(countPlan, backend)),
    };
    const divisionPlan = planCall(OPS.GatherND, division, { batchDims: 1, intoData: true });
    // Not viewed as another shape later: tfjs-node keeps the shape of what was written.
    return kernels.run({ ...divisionPlan, valuesShape: target.tensor.shape }, backend);
  });
}
