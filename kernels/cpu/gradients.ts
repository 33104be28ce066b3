/**
 * The gradients of scatters on the host. They have the same bits as the composed gradients, but need no
 * intermediate tensors. A reduction that is not in the table has its gradients composed.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asIndices, asNumbers, type Numbers } from '../contract/dtypes.js';
import type { KernelsWithGradients } from '../contract/backend_kernels.js';
import { planGradients } from '../contract/gradient_plan.js';
import type { GradientName, GradientPlan, ScatterTensors } from '../contract/gradient_plan.js';
import type { HostMemory, HostOutput } from '../contract/host_memory.js';
import type { KernelReduction } from '../contract/reductions.js';
import type { HostBackend } from '../contract/tfjs_seam.js';
import { asFloats } from './bits.js';
import type { GradientCall, GradientLoops, Scattered, Words } from './gradient_call.js';
import { extremumGradients } from './gradients_extremum.js';
import { meanGradients, noneGradients } from './gradients_linear.js';
import { productGradients } from './gradients_product.js';
import { hostKernelsOver } from './host.js';
import type { HostLoops } from './host_loops.js';

const GRADIENTS: Partial<Record<KernelReduction, GradientLoops>> = {
  none: noneGradients,
  mul: productGradients,
  max: extremumGradients,
  min: extremumGradients,
  mean: meanGradients,
};

/** Makes kernels, with gradients, over memory that the host can read. */
export function withHostGradients(
  memoryOf: (backend: HostBackend) => HostMemory,
  loopsOf: (backend: HostBackend) => HostLoops,
): KernelsWithGradients {
  return {
    ...hostKernelsOver(memoryOf, loopsOf),
    scatterGradients: (op, inputs, attrs, backend) =>
      scatterGradients(planGradients(op, inputs, attrs), memoryOf(backend), loopsOf(backend)),
  };
}

/** Computes the requested gradients; returns none for a reduction without loops. */
function scatterGradients(plan: GradientPlan, memory: HostMemory, loops: HostLoops): TensorInfo[] {
  const fillGradients = GRADIENTS[plan.attributes.reduction];
  if (!fillGradients) return [];
  const shapes = { data: plan.dy.shape, updates: plan.valuesShape };
  const made: HostOutput[] = [];
  const make = (name: GradientName): HostOutput => {
    const output = memory.output(shapes[name], 'float32', false);
    made.push(output);
    return output;
  };
  try {
    const wanted = plan.wanted.map((name) => ({ name, output: make(name) }));
    const room = { data: make('data'), updates: make('updates') };
    const to = {
      data: null,
      updates: null,
      ...Object.fromEntries(wanted.map(({ name, output }) => [name, floatsOf(output)])),
    };
    const scratch = { data: floatsOf(room.data), updates: floatsOf(room.updates) };
    fillGradients({ ...readCall(plan, memory, loops), to, scratch });
    for (const output of Object.values(room)) output.discard();
    return wanted.map(({ output }) => output.finish());
  } catch (error) {
    for (const output of made) output.discard();
    throw error;
  }
}

function readCall(
  plan: GradientPlan,
  memory: HostMemory,
  loops: HostLoops,
): Omit<GradientCall, 'to' | 'scratch'> {
  const { tensors, attributes } = plan;
  const indices = asIndices(memory.read(plan.indices));
  return {
    includeSelf: attributes.includeSelf,
    dy: asFloats(asNumbers(memory.read(plan.dy))),
    scattered: tensors && readTensors(tensors, memory),
    gather(ofPlaces, out, fill = 0) {
      loops.gather(plan, ofPlaces, indices, out, attributes.outOfBounds === 'drop' ? fill : null);
    },
    combine(combination, updates, out) {
      loops.combine(combination, plan, indices, updates, out);
    },
    clear(values) {
      loops.fill(plan, indices, 0, values);
    },
  };
}

function readTensors(tensors: ScatterTensors, memory: HostMemory): Scattered {
  const read = (tensor: TensorInfo) => asWords(asNumbers(memory.read(tensor)));
  const { data, updates, output } = tensors;
  return { data: read(data), updates: read(updates), output: read(output) };
}

/** Widens bool to int32: any byte but 0 counts as 1. */
function asWords(values: Numbers): Words {
  return values instanceof Uint8Array
    ? Int32Array.from(values, (byte) => (byte === 0 ? 0 : 1))
    : values;
}

const floatsOf = (output: HostOutput) => asFloats(asNumbers(output.values));
