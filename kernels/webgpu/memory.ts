/**
 * The memory of a call on the GPU: its output, and buffers that only its programs use.
 */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../contract/dtypes.js';
import { show } from '../contract/messages.js';
import type { DotPlan } from '../contract/fused.js';
import type { Plan } from '../contract/plan.js';
import { sizeOf } from '../contract/shapes.js';
import { isOnCpu } from './backend.js';
import type { WebGPUBackend } from './backend.js';
import { isCompileOnly } from './flags.js';
import { runProgram } from './program.js';
import type { Run } from './program.js';

/** Values take four bytes on the GPU, those of bool as well. */
const BYTES = 4;

/** Returns the tensor that `compute` makes, and frees all else; if it throws, all. */
export function withMemory(
  plan: Plan | DotPlan,
  backend: WebGPUBackend,
  compute: (memory: Memory) => TensorInfo,
): TensorInfo {
  const memory = new Memory(plan, backend);
  let result: TensorInfo | null = null;
  try {
    result = compute(memory);
    return result;
  } finally {
    memory.freeAllBut(result);
  }
}

export class Memory {
  private readonly made = new Set<TensorInfo>();

  constructor(
    private readonly plan: Plan | DotPlan,
    private readonly backend: WebGPUBackend,
  ) {
    const { data, indices } = plan;
    const inputs: Record<string, TensorInfo> = { data, indices };
    if (plan.kind === 'scatter') inputs.updates = plan.updates;
    if (plan.kind === 'dot') inputs.x = plan.x;
    for (const [name, { shape }] of Object.entries(inputs)) {
      this.checkSize(sizeOf(shape), `${name} of shape ${show(shape)}`);
    }
  }

  /** Returns whether programs run; in tfjs' compile-only mode they do not. */
  get runs(): boolean {
    return !isCompileOnly();
  }

  /** Returns whether programs run on a CPU, which has few threads. */
  get isOnCpu(): boolean {
    return isOnCpu(this.backend);
  }

  run(run: Run): void {
    runProgram(this.backend, run);
  }

  /** Makes an output, which holds what others left there. */
  output(shape: number[], dtype: DataType): TensorInfo {
    this.checkSize(sizeOf(shape), `a result of shape ${show(shape)}`);
    return this.keep(this.backend.makeTensorInfo(shape, dtype));
  }

  /** Makes a buffer of integers, which holds what others left there. */
  integers(count: number, purpose: string): TensorInfo {
    this.checkSize(count, `${count} integers ${purpose}`);
    return this.keep(this.backend.makeTensorInfo([count], 'int32'));
  }

  /** Makes a tensor of a buffer that outlives it. */
  external(buffer: GPUBuffer): TensorInfo {
    const { backend } = this;
    const tensor = backend.makeTensorInfo([buffer.size / BYTES], 'int32');
    const data = backend.tensorMap.get(tensor.dataId);
    data.resource = buffer;
    // tfjs frees no buffer that came from elsewhere.
    data.external = true;
    return this.keep(tensor);
  }

  /** Makes a buffer of zeros. */
  zeros(count: number, purpose: string): TensorInfo {
    const tensor = this.integers(count, purpose);
    const buffer = this.bufferOf(tensor);
    if (this.runs) this.encoder(tensor).clearBuffer(buffer);
    return tensor;
  }

  /** The dtype of the values in a tensor's buffer: tfjs' cast to float32 shares those of integers. */
  storedDtype({ dataId }: TensorInfo): DataType {
    return this.backend.tensorMap.get(dataId).dtype;
  }

  /** Copies the first integers or floats of a tensor's buffer to another's. */
  copy(source: TensorInfo, target: TensorInfo, count: number): void {
    const [from, to] = [source, target].map((tensor) => this.bufferOf(tensor));
    if (this.runs) this.encoder(source, target).copyBufferToBuffer(from, 0, to, 0, count * BYTES);
  }

  /** Frees a buffer before the call ends. */
  free(tensor: TensorInfo): void {
    if (this.made.delete(tensor)) this.backend.disposeData(tensor.dataId);
  }

  freeAllBut(result: TensorInfo | null): void {
    for (const tensor of this.made) if (tensor !== result) this.free(tensor);
  }

  /** Throws where a buffer would be larger than programs can bind: WebGPU drops such work silently. */
  checkSize(count: number, what: string): void {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.backend.device.limits;
    const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    if (count * BYTES <= limit) return;
    throw new Error(
      `${this.plan.attributes.caller}: the call needs ${what}, ${count * BYTES} bytes, expected at most ` +
        `${limit}, which is what programs can address on this device.`,
    );
  }

  private keep(tensor: TensorInfo): TensorInfo {
    this.made.add(tensor);
    return tensor;
  }

  private bufferOf({ dataId, dtype }: TensorInfo): GPUBuffer {
    this.backend.uploadToGPU(dataId);
    const { resource } = this.backend.tensorMap.get(dataId);
    if (resource instanceof GPUBuffer) return resource;
    throw new Error(`A tensor of dtype ${asNumeric(dtype)} has no buffer on the GPU.`);
  }

  /** The commands of tfjs' batch, between its programs; `used` stays until the batch is submitted. */
  private encoder(...used: TensorInfo[]): GPUCommandEncoder {
    const { backend } = this;
    backend.ensureCommandEncoderReady();
    backend.endComputePassEncoder();
    for (const { dataId } of used) backend.commandQueueOwnedIds.add(dataId);
    return backend.commandEncoder;
  }
}
