/**
 * The kernels of the wasm backend. The host's loops run over views of its heap, so values are not copied.
 * The package's WebAssembly module has the loops that most calls need.
 *
 *     heap             tfjs' backend: tensors as views of its heap, and memory for outputs
 *     loops            loops that run in the module, and the host's loops for the rest
 *     module, bytes    the module on the backend's memory, and how it walks sites; its bytes, built from assembly/
 *     fields           the fields of a call to the module, for TypeScript and AssemblyScript
 *     tuples           tfjs' own gathers and scatters in the module, without a plan
 *     matrices, fused_products, elementwise    tfjs' own products, sums, exponentials and clones
 *     packed           the matrices that tfjs keeps packed
 */
import type { BackendKernels } from '../registry/backend_kernels.js';
import { asIndices } from '../call/dtypes.js';
import { rangesIn } from '../call/bounds.js';
import { inputsOf } from '../call/plan.js';
import { type Host, hostKernels, hostKernelsOver, PLAIN_LOOPS, runProduct } from '../cpu/host.js';
import { asWasmBackend, heapMemory, moveToHeap, tooLarge, type WasmBackend } from './heap.js';
import { type Module, moduleOf } from './module.js';
import { extremesIn, moduleLoops } from './loops.js';

const hosts = new WeakMap<WasmBackend, Host & { module: Module | null }>();

/** Returns a backend's heap, with loops that run in the module unless the flag forbids it. */
function hostOf(backend: WasmBackend) {
  const module = moduleOf(backend);
  const known = hosts.get(backend);
  if (known?.module === module) return known;
  const loops = module ? moduleLoops(module) : PLAIN_LOOPS;
  const host = { module, memory: heapMemory(backend, module?.copy ?? null), loops };
  hosts.set(backend, host);
  return host;
}

const heapKernels = hostKernelsOver((backend) => hostOf(asWasmBackend(backend)), runProduct);

export const wasmKernels: BackendKernels = {
  // knownValues must not return views, because callers keep the values.
  ...hostKernels,
  indexRanges(indices, width, host) {
    const backend = asWasmBackend(host);
    moveToHeap(backend, [indices]);
    const { memory, module } = hostOf(backend);
    const values = asIndices(memory.read(indices));
    return rangesIn(values, width, module && extremesIn(module));
  },
  run(plan, backend) {
    // tfjs keeps strings outside the heap.
    if (plan.dtype === 'string') return hostKernels.run(plan, backend);
    moveToHeap(asWasmBackend(backend), Object.values(inputsOf(plan)));
    return heapKernels.run(plan, backend);
  },
  tooLarge: (size, backend) => tooLarge(size, asWasmBackend(backend)),
  hasHeap: true,
};
