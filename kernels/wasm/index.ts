/**
 * The kernels of the wasm backend. The host's loops run over views of its heap, so values are not copied.
 * The package's WebAssembly module has the loops that most calls need.
 *
 *     heap           tfjs' backend: tensors as views of its heap, and memory for outputs
 *     module_loops   runs calls in the module, and the rest in the host's loops
 *     tuples         tfjs' own gathers and scatters in the module, without a plan
 *     matrices, fused_products, elementwise    tfjs' own products, sums, exponentials and clones
 *     row_loops      the module's loops for rows read from their sources, and for factors
 *     fields         the fields of a call to the module, for TypeScript and AssemblyScript
 *     module, bytes  the module on the backend's memory, and how it walks sites; its bytes, built from assembly/
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { BackendKernels } from '../registry/backend_kernels.js';
import { asIndices } from '../call/dtypes.js';
import { rangesIn } from '../call/bounds.js';
import { inputsOf } from '../call/plan.js';
import type { AnyBackend } from '../tfjs/seam.js';
import { hostKernels, hostKernelsOver, PLAIN_LOOPS, runProduct } from '../cpu/host.js';
import { asWasmBackend, heapMemory, moveToHeap, tooLarge } from './heap.js';
import { moduleOf } from './module.js';
import { extremesIn, moduleLoops } from './loops.js';

const heapKernels = hostKernelsOver(
  (host) => heapMemory(asWasmBackend(host), moduleOf(asWasmBackend(host))?.copy ?? null),
  (host) => {
    const module = moduleOf(asWasmBackend(host));
    return module ? (module.loops ??= moduleLoops(module)) : PLAIN_LOOPS;
  },
  runProduct,
);

export const wasmKernels: BackendKernels = {
  // knownValues must not return views, because callers keep the values.
  ...hostKernels,
  indexRanges(indices, width, host) {
    const known = kernelsOn(host, [indices]).knownValues(indices, host);
    const module = moduleOf(asWasmBackend(host));
    const find = module && extremesIn(module);
    return known && rangesIn(asIndices(known), width, find);
  },
  run: (plan, backend) => kernelsOn(backend, Object.values(inputsOf(plan))).run(plan, backend),
  tooLarge: (size, host) => tooLarge(size, asWasmBackend(host)),
  hasHeap: true,
};

/** Chooses the kernels for a call, and moves its inputs to the heap if these kernels work there. */
function kernelsOn(backend: AnyBackend, inputs: TensorInfo[]): BackendKernels {
  // tfjs keeps strings outside the heap.
  const isOutside = inputs.some(({ dtype }) => dtype === 'string');
  if (isOutside) return hostKernels;
  moveToHeap(asWasmBackend(backend), inputs);
  return heapKernels;
}
