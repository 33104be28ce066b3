/** Means, made of a backend's other kernels: a sum, a count of the sites of each slice, and one division. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { ndGeometry, perSlice } from '../call/geometry.js';
import { type GatherPlan, hasNoValues, type ScatterPlan } from '../call/plan.js';
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
      kind: 'scatter',
      attributes: { ...add, includeSelf: true, intoData: true, dataIsZero: !includeSelf },
      source: { tensor: null, geometry: null, value: 1 },
      target: { ...target, tensor: counts, geometry: perSlice(target.geometry) },
      factors: null,
      valuesShape: [siteCount],
    };
    const terms = freeAtEnd(kernels.run(countPlan, backend));
    const shape = [slices, sliceSize];
    const noIndices = [slices, 0];
    const divisionPlan: GatherPlan = {
      kind: 'gather',
      attributes: { ...attributes, intoData: true },
      source: {
        ...target,
        tensor: viewAs(sums, shape),
        indices: made(new Int32Array(0), noIndices),
        geometry: ndGeometry(shape, noIndices, 1),
      },
      factors: { constant: null, exp: false, by: { over: { tensor: terms, per: 'slice' } } },
      // Not viewed as another shape later: tfjs-node keeps the shape of what was written.
      valuesShape: target.tensor.shape,
    };
    return kernels.run(divisionPlan, backend);
  });
}
