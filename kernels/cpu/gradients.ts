/**
 * The gradients of scatters on the host: both from the same statistics, in a few passes over the sites.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asIndices, asNumbers } from '../contract/dtypes.js';
import type { GradientPlan, ScatterTensors } from '../contract/gradient_plan.js';
import type { GradientOutputs, HostMemory, HostOutput } from '../contract/host_memory.js';
import type { KernelReduction } from '../contract/reductions.js';
import { asFloats } from './bits.js';
import type { GradientCall, GradientLoops, Scattered } from './gradient_call.js';
import { extremumGradients } from './gradients_extremum.js';
import { meanGradients, noneGradients, sumGradients } from './gradients_linear.js';
import { productGradients } from './gradients_product.js';

const GRADIENTS: Record<KernelReduction, GradientLoops> = {
  none: noneGradients,
  add: sumGradients(1),
  sub: sumGradients(-1),
  mul: productGradients,
  max: extremumGradients,
  min: extremumGradients,
  mean: meanGradients,
};

/** Computes the wanted gradients over some memory; if that throws, frees them. */
export function scatterGradients(plan: GradientPlan, memory: HostMemory): TensorInfo[] {
  const shapes = { data: plan.dy.shape, updates: plan.valuesShape };
  const outputs: GradientOutputs = {};
  try {
    for (const name of plan.wanted) {
      outputs[name] = memory.output(shapes[name], 'float32', !memory.ownGradients);
    }
    if (!memory.ownGradients?.(plan, outputs)) computeGradients(plan, memory, outputs);
    return Object.values(outputs).map((output) => output.finish());
  } catch (error) {
    for (const output of Object.values(outputs)) output.discard();
    throw error;
  }
}

function computeGradients(plan: GradientPlan, memory: HostMemory, outputs: GradientOutputs): void {
  for (const { holdsAny, values } of Object.values(outputs))
    if (holdsAny) asNumbers(values).fill(0);
  const call = readCall(plan, memory, outputs.data ?? null, outputs.updates ?? null);
  GRADIENTS[plan.attributes.reduction](call);
}

function readCall(
  plan: GradientPlan,
  memory: HostMemory,
  toData: HostOutput | null,
  toUpdates: HostOutput | null,
): GradientCall {
  const { tensors } = plan;
  return {
    plan,
    toData: toData && asFloats(asNumbers(toData.values)),
    toUpdates: toUpdates && asFloats(asNumbers(toUpdates.values)),
    dy: asFloats(asNumbers(memory.read(plan.dy))),
    indices: asIndices(memory.read(plan.indices)),
    scattered: tensors && readTensors(tensors, memory),
  };
}

function readTensors(tensors: ScatterTensors, memory: HostMemory): Scattered {
  const read = (tensor: TensorInfo) => asNumbers(memory.read(tensor));
  const { data, updates, output } = tensors;
  return { data: read(data), updates: read(updates), output: read(output) };
}
