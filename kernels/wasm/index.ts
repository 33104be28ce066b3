/**
 * The kernels of the wasm backend. The host's loops run over views of its heap, so that no value is
 * copied on its way. A module of WebAssembly has the loops that most calls need.
 *
 *     heap           tensors as views of the heap; room for outputs
 *     site_loop      the calls that the module serves, line by line
 *     gradient*      the gradients of scatters that it serves, in a few passes over places and sites
 *     module, bytes  the module on the backend's memory; its bytes, made from assembly/
 *     flags          the way that tests and benchmarks ask for
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { BackendKernels } from '../contract/backend_kernels.js';
import { withGradients } from '../contract/gradient_kernels.js';
import type { KernelsWithGradients } from '../contract/gradient_kernels.js';
import type { HostMemory } from '../contract/host_memory.js';
import type { Plan } from '../contract/plan.js';
import type { HostBackend } from '../contract/tfjs_seam.js';
import { scatterGradients } from '../cpu/gradients.js';
import { copiedMemory, hostKernelsOver } from '../cpu/host.js';
import { allowsModule, registerFlags, wayFlag } from './flags.js';
import { asWasmBackend, bringIn, heapMemory } from './heap.js';
import { moduleOf } from './module.js';

const hostKernels = kernelsOver(copiedMemory);

const heapKernels = kernelsOver((host) => {
  const backend = asWasmBackend(host);
  return heapMemory(backend, allowsModule() ? moduleOf(backend) : null);
});

const ownKernels: BackendKernels = {
  // Values that callers keep must not be views.
  ...hostKernels,
  gather: (plan, backend) => {
    const { data, indices } = plan;
    return kernelsFor(plan, backend, [data, indices]).gather(plan, backend);
  },
  scatter: (plan, backend) => {
    const { data, indices, updates } = plan;
    return kernelsFor(plan, backend, [data, indices, updates]).scatter(plan, backend);
  },
  fillsByGather: true,
  prepare: registerFlags,
};

export const wasmKernels: BackendKernels = withGradients(ownKernels, (plan, backend) => {
  const inputs = [plan.dy, plan.indices, ...Object.values(plan.tensors ?? {})];
  return kernelsFor(plan, backend, inputs).scatterGradients(plan, backend);
});

/** Chooses the kernels for a call, whose inputs are then in the heap. */
function kernelsFor(
  { attributes }: Pick<Plan, 'attributes'>,
  backend: HostBackend,
  inputs: TensorInfo[],
): KernelsWithGradients {
  // tfjs keeps strings outside of the heap.
  const isOutside = inputs.some(({ dtype }) => dtype === 'string');
  if (isOutside || wayFlag(attributes.caller) === 'host') return hostKernels;
  bringIn(asWasmBackend(backend), inputs);
  return heapKernels;
}

function kernelsOver(memoryOf: (backend: HostBackend) => HostMemory): KernelsWithGradients {
  return withGradients(hostKernelsOver(memoryOf), (plan, backend) =>
    scatterGradients(plan, memoryOf(backend)),
  );
}
