/** A call's memory on the GPU: its output and scratch buffers. */
import type { DataId, DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { checkSize } from '../call/inputs.js';
import { indexedEndOf, inputsOf, type Plan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import { env } from '../tfjs/seam.js';
import { BYTES, tooLarge, type WebGPUBackend } from './backend.js';
import { type Run, runProgram } from './program.js';

export class Memory {
  /** Tensors that programs read as floats, by the data that hold them as integers. */
  private readonly converted = new Map<DataId, TensorInfo>();

  constructor(
    private readonly plan: Plan,
    readonly backend: WebGPUBackend,
    /** These tensors, except the result, are freed when the call ends. */
    private readonly made: Set<TensorInfo>,
  ) {
    for (const [name, { shape }] of Object.entries(inputsOf(plan))) {
      this.checkSize(shape, `${name} has`);
    }
  }

  /** Whether programs run: in tfjs' compile-only mode they do not, and there is nothing to copy. */
  get runs(): boolean {
    return !env().getBool('WEBGPU_ENGINE_COMPILE_ONLY');
  }

  run(run: Run): void {
    runProgram(this.backend, run, (input) => this.bindable(input));
  }

  /** Returns a tensor to bind: for an empty one, which cannot be bound, a slice that programs read but do not use. */
  private bindable(tensor: TensorInfo): TensorInfo {
    if (sizeOf(tensor.shape) > 0) return this.inOwnDtype(tensor);
    return this.output([indexedEndOf(this.plan).geometry.sliceSize], tensor.dtype);
  }

  /** Returns a tensor with values of its dtype: tfjs' cast to float32 shares a buffer of integers. */
  inOwnDtype(tensor: TensorInfo): TensorInfo {
    const { dataId, dtype, shape } = tensor;
    const stored = this.backend.tensorMap.get(dataId).dtype;
    if (dtype !== 'float32' || stored === 'float32') return tensor;
    const known = this.converted.get(dataId);
    if (known) return known;
    const floats = this.output(shape, dtype);
    this.converted.set(dataId, floats);
    this.run({
      name: 'IntegersToFloats',
      inputs: { integers: { ...tensor, dtype: stored } },
      output: floats,
      writes: 'float32',
      threads: sizeOf(shape),
      body: '  result[i] = f32(integers[i]);',
    });
    return floats;
  }

  /** Makes an uninitialised output. */
  output(shape: number[], dtype: DataType, subject = 'the result has'): TensorInfo {
    this.checkSize(shape, subject);
    return this.keep(this.backend.makeTensorInfo(shape, dtype));
  }

  /** Makes an output of a tensor's own buffer. */
  share(tensor: TensorInfo): TensorInfo {
    this.backend.incRef(tensor.dataId);
    return this.keep({ ...tensor });
  }

  /** Makes an uninitialised buffer of integers. */
  integers(count: number, purpose: string): TensorInfo {
    return this.output([count], 'int32', `the call, ${purpose}, needs`);
  }

  /** Fills a tensor with zeros. */
  clear(tensor: TensorInfo): TensorInfo {
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

  /** Returns the buffer that has a tensor's values. */
  bufferOf({ dataId, dtype }: TensorInfo): GPUBuffer {
    this.backend.uploadToGPU(dataId);
    const { resource } = this.backend.tensorMap.get(dataId);
    if (resource instanceof GPUBuffer) return resource;
    throw new Error(`A tensor of dtype ${dtype} has no buffer on the GPU.`);
  }

  /** Frees a buffer before the call ends. */
  free(tensor: TensorInfo): void {
    if (this.made.delete(tensor)) this.backend.disposeData(tensor.dataId);
  }

  /** Throws for a buffer that is too large; `subject` begins the message. */
  checkSize(shape: number[], subject: string): void {
    checkSize(shape, subject, (size) => tooLarge(size, this.backend));
  }

  private keep(tensor: TensorInfo): TensorInfo {
    this.made.add(tensor);
    return tensor;
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
