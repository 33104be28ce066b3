/**
 * The gradients of scatters on the host. They have the same bits as the composed gradients, but need no
 * intermediate tensors. For reductions that are not in the table, gradients are composed.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers, type Numbers } from '../call/dtypes.js';
import type { KernelsWithGradients } from '../registry/backend_kernels.js';
import { type GradientPlan, planGradients } from '../call/gradient_plan.js';
import type { HostMemory, HostOutput } from '../registry/host_memory.js';
import type { KernelReduction } from '../call/reductions.js';
import type { HostBackend } from '../tfjs/seam.js';
import { asFloats, intsOf } from './bits.js';
import { keepUntouched } from './gradient_call.js';
import type { GradientCall, GradientLoops, Words } from './gradient_call.js';
import { extremumGradients } from './gradients_extremum.js';
import { productGradients } from './gradients_product.js';
import { hostKernelsOver } from './host.js';
import type { HostLoops } from './host_loops.js';
import { divideByTerms } from './mean.js';
import { sitesAt } from './memory.js';

/** dy goes to the last update of each place, or to data if there is none. */
const noneGradients: GradientLoops = (call) => {
  const { dy, to, scratch, wanted } = call;
  if (wanted.includes('data')) keepUntouched(call);
  if (!wanted.includes('updates')) return;
  const [numbers, last] = [to.updates, scratch.places].map(intsOf);
  const ofLast = intsOf(scratch.sites[0]);
  for (let i = 0; i < numbers.length; i++) numbers[i] = i;
  call.combine('replace', numbers, last);
  call.gather(last, ofLast);
  call.gather(dy, to.updates);
  for (let i = 0; i < numbers.length; i++) numbers[i] &= -Number(ofLast[i] === i);
};

/** dy divided by the number of terms. */
const meanGradients: GradientLoops = (call) => {
  const { includeSelf, dy, to, scratch, wanted } = call;
  const shares = includeSelf ? to.data : scratch.places;
  shares.set(dy);
  call.average(shares);
  if (wanted.includes('updates')) call.gather(shares, to.updates);
  if (!includeSelf) keepUntouched(call);
};

/** The loops of each reduction, and how many scratch arrays of the updates' size they need. */
const GRADIENTS: Partial<Record<KernelReduction, [loops: GradientLoops, arrays: number]>> = {
  none: [noneGradients, 1],
  mul: [productGradients, 2],
  max: [extremumGradients, 2],
  min: [extremumGradients, 2],
  mean: [meanGradients, 0],
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
  const found = GRADIENTS[plan.attributes.reduction];
  if (!found) return [];
  const [fillGradients, arrays] = found;
  const made: HostOutput[] = [];
  const make = (shape: number[]): HostOutput => {
    const output = memory.output(shape, 'float32');
    made.push(output);
    return output;
  };
  const shapes = { data: plan.target.tensor.shape, updates: plan.valuesShape };
  let wanted: HostOutput[] = [];
  try {
    const to = { data: make(shapes.data), updates: make(shapes.updates) };
    const places = make(shapes.data);
    const sites = Array.from({ length: arrays }, () => make(shapes.updates));
    fillGradients({
      ...readCall(plan, memory, loops),
      to: { data: floatsOf(to.data), updates: floatsOf(to.updates) },
      scratch: { places: floatsOf(places), sites: sites.map(floatsOf) },
    });
    wanted = plan.wanted.map((name) => to[name]);
    return wanted.map((output) => output.finish());
  } finally {
    for (const output of made) if (!wanted.includes(output)) output.discard();
  }
}

function readCall(
  { target, tensors, attributes, wanted }: GradientPlan,
  memory: HostMemory,
  loops: HostLoops,
): Omit<GradientCall, 'to' | 'scratch'> {
  const { includeSelf } = attributes;
  const sites = sitesAt(target, memory);
  const read = (tensor: TensorInfo) => asWords(asNumbers(memory.read(tensor)));
  return {
    includeSelf,
    wanted,
    dy: asFloats(asNumbers(memory.read(target.tensor))),
    scattered: tensors && {
      data: read(tensors.data),
      updates: read(tensors.updates),
      output: read(tensors.output),
    },
    gather(ofPlaces, out, fill = 0) {
      loops.gather(sites, ofPlaces, out, target.outOfBounds === 'drop' ? fill : null);
    },
    combine(combination, updates, out) {
      loops.combine(combination, sites, updates, out);
    },
    fill(value, values) {
      loops.fill(sites, value, values);
    },
    average(values) {
      divideByTerms('exact', sites, includeSelf, values);
    },
  };
}

/** Widens bool to int32: any byte but 0 counts as 1. */
function asWords(values: Numbers): Words {
  return values instanceof Uint8Array
    ? Int32Array.from(values, (byte) => (byte === 0 ? 0 : 1))
    : values;
}

const floatsOf = (output: HostOutput) => asFloats(asNumbers(output.values));
