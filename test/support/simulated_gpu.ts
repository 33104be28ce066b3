/**
 * A GPU backend without a GPU: cpu's memory, of which the host knows only what it has not uploaded yet. It
 * runs the code that webgl and webgpu share.
 */
import * as tf from '@tensorflow/tfjs';
import { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import 'tfjs-gather-scatter';
import type { OutOfBounds } from '../../kernels/call/attributes.js';
import type { BackendKernels } from '../../kernels/registry/backend_kernels.js';
import { inputsOf } from '../../kernels/call/plan.js';
import type { Plan } from '../../kernels/call/plan.js';
import { findKernel } from '../../kernels/tfjs/seam.js';
import type { AnyBackend } from '../../kernels/tfjs/seam.js';
import { serve } from '../../kernels/registry/served.js';
import { gpuKernels } from '../../kernels/gpu/kernels.js';
import { fallbackKernels } from '../../kernels/cpu/index.js';

export class SimulatedGpu extends MathBackendCPU {
  /** What ran since the backend was made: programs, by their kind, and values that were read back. */
  readonly ran: ('gather' | 'scatter' | 'dot' | 'read')[] = [];
  /** What the last call reads, by which the host could decide to compute it. */
  reads: readonly tf.TensorInfo[] = [];
  private readonly uploaded = new WeakSet();

  shouldExecuteOnCPU(inputs: readonly tf.TensorInfo[]): boolean {
    this.reads = inputs;
    return false;
  }

  isOnGpu({ dataId }: tf.TensorInfo): boolean {
    return this.uploaded.has(dataId);
  }

  upload(tensors: readonly tf.TensorInfo[]): void {
    for (const { dataId } of tensors) this.uploaded.add(dataId);
  }

  /** Its record of a tensor; there is none for an empty one. */
  recordOf({ dataId, shape }: tf.TensorInfo): object {
    if (tf.util.sizeFromShape(shape) > 0) return this.data.get(dataId);
    throw new Error('A GPU has no record of an empty tensor.');
  }
}

function asSimulated(backend: AnyBackend): SimulatedGpu {
  if (backend instanceof SimulatedGpu) return backend;
  throw new Error('A kernel for the simulated GPU got another backend.');
}

/** Runs a call on the host as a GPU would, which drops an index out of bounds where the op throws. */
function onGpu(call: Plan, backend: SimulatedGpu): tf.TensorInfo {
  backend.ran.push(call.kind === 'dot' ? 'dot' : call.target ? 'scatter' : 'gather');
  if (call.kind === 'dot') return fallbackKernels.run(call, backend);
  const dropping = <E extends { outOfBounds: OutOfBounds }>(end: E): E => ({
    ...end,
    outOfBounds: end.outOfBounds === 'clamp' ? 'clamp' : 'drop',
  });
  const { target, read } = call;
  const end = !target && read.end.geometry ? dropping(read.end) : read.end;
  const result = target
    ? fallbackKernels.run({ ...call, target: dropping(target) }, backend)
    : fallbackKernels.run({ ...call, target, read: { ...read, end } }, backend);
  backend.upload([...Object.values(inputsOf(call)), result]);
  return result;
}

const kernels: BackendKernels = {
  ...gpuKernels<SimulatedGpu>({
    backendOf: asSimulated,
    lossOf: () => null,
    valuesOf: (backend) => ({
      onHost: (tensor) => {
        backend.recordOf(tensor);
        return backend.isOnGpu(tensor) ? null : backend.readSync(tensor.dataId);
      },
      dataOf(tensor) {
        const record = backend.recordOf(tensor);
        return { record, upload: () => (backend.isOnGpu(tensor) ? record : null) };
      },
      readBack: ({ dataId }) => {
        backend.ran.push('read');
        return backend.readSync(dataId);
      },
    }),
    run: onGpu,
  }),
  limits: (dtype) => fallbackKernels.limits(dtype),
};

/** Makes a simulated GPU current, with cpu's kernels for tfjs' own ops. */
export async function startSimulatedGpu(
  name = 'simulated-gpu',
  others: Partial<BackendKernels> = {},
): Promise<SimulatedGpu> {
  if (!(name in tf.engine().registryFactory)) {
    tf.registerBackend(name, () => new SimulatedGpu());
    serve(name, { ...kernels, ...others });
    for (const config of tf.getKernelsForBackend('cpu')) {
      if (findKernel(config.kernelName, name)) continue;
      tf.registerKernel({ ...config, backendName: name });
    }
  }
  await tf.setBackend(name);
  const backend = tf.backend();
  if (backend instanceof SimulatedGpu) return backend;
  throw new Error(`tfjs runs on '${tf.getBackend()}', expected '${name}'`);
}
