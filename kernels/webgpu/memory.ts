/**
 * A call's memory on the GPU: its output and scratch buffers.
 */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { CallError } from '../call/errors.js';
import { show } from '../call/messages.js';
import { inputsByName, type Plan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import { env } from '../tfjs/seam.js';
import { isOnCpu, type WebGPUBackend } from './backend.js';
import { type Run, runProgram } from './program.js';

/** All values, including bool, take four bytes on the GPU. */
export const BYTES = 4;

export class Memory {
  constructor(
    plan: Plan,
    readonly backend: WebGPUBackend,
    /** These tensors, except the result, are freed when the call ends. */
    private readonly made: Set<TensorInfo>,
  ) {
    for (const [name, { shape }] of Object.entries(inputsByName(plan))) {
      this.checkSize(sizeOf(shape), `${name} of shape ${show(shape)}`);
    }
  }

  /** Whether programs run: in tfjs' compile-only mode they do not, and there is nothing to copy. */
  get runs(): boolean {
    return !env().getBool('WEBGPU_ENGINE_COMPILE_ONLY');
  }

  /** Whether programs run on a CPU, with few threads. */
  get isOnCpu(): boolean {
    return isOnCpu(this.backend);
  }

  run(run: Run): void {
    runProgram(this.backend, run);
  }

  /** Makes an uninitialised output. */
  output(shape: number[], dtype: DataType, what = `a result of shape ${show(shape)}`): TensorInfo {
    this.checkSize(sizeOf(shape), what);
    return this.keep(this.backend.makeTensorInfo(shape, dtype));
  }

  /** Makes an output of a tensor's own buffer. */
  share(tensor: TensorInfo): TensorInfo {
    this.backend.incRef(tensor.dataId);
    return this.keep({ ...tensor });
  }

  /** Makes an uninitialised buffer of integers. */
  integers(count: number, purpose: string): TensorInfo {
    return this.output([count], 'int32', `${count} integers ${purpose}`);
  }

  /** Makes a tensor from a buffer that outlives it. */
  external(buffer: GPUBuffer): TensorInfo {
    const { backend } = this;
    const tensor = backend.makeTensorInfo([buffer.size / BYTES], 'int32');
    const data = backend.tensorMap.get(tensor.dataId);
    data.resource = buffer;
    // tfjs does not free external buffers.
    data.external = true;
    return this.keep(tensor);
  }

  zeros(count: number, purpose: string): TensorInfo {
    const tensor = this.integers(count, purpose);
    const buffer = this.bufferOf(tensor);
    if (this.runs) this.encoder(tensor).clearBuffer(buffer);
    return tensor;
  }

  /** Copies a tensor's values to another buffer. */
  copy(source: TensorInfo, target: TensorInfo): void {
    const [from, to] = [source, target].map((tensor) => this.bufferOf(tensor));
    const size = sizeOf(source.shape) * BYTES;
    if (this.runs) this.encoder(source, target).copyBufferToBuffer(from, 0, to, 0, size);
  }

  /** Frees a buffer before the call ends. */
  free(tensor: TensorInfo): void {
    if (this.made.delete(tensor)) this.backend.disposeData(tensor.dataId);
  }

  /** Throws for a buffer larger than programs can bind: WebGPU would drop such work silently. */
  checkSize(count: number, what: string): void {
    const { maxStorageBufferBindingSize, maxBufferSize } = this.backend.device.limits;
    const limit = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    if (count * BYTES <= limit) return;
    throw new CallError(
      `the call needs ${what}, ${count * BYTES} bytes, expected at most ` +
        `${limit}, the most that programs can address on this device.`,
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
    throw new Error(`A tensor of dtype ${dtype} has no buffer on the GPU.`);
  }

  /** Returns the encoder of tfjs' batch, between programs; `used` is kept until the batch is submitted. */
  private encoder(...used: TensorInfo[]): GPUCommandEncoder {
    const { backend } = this;
    backend.ensureCommandEncoderReady();
    backend.endComputePassEncoder();
    for (const { dataId } of used) backend.commandQueueOwnedIds.add(dataId);
    return backend.commandEncoder;
  }
}
