/**
 * Programs on tfjs' webgpu backend, and a call's memory there: its output and scratch buffers.
 *
 * tfjs compiles each program once and caches it by a key, here its code, to
 * which it adds the dtypes and ranks of tensors and some relations between shapes. Programs here index flat
 * memory, so all tensors are passed with the same shape.
 *
 * A mistake in a program does not throw: WebGPU drops the whole batch, including other programs, and reports
 * an uncaptured error. To avoid that, follow three rules of tfjs:
 *
 * - A program has one output, which is not one of its inputs. A second one is passed as an input that the code
 *   declares again: a binding may have several declarations, if a program uses one of them.
 * - It must use every input and at least one uniform.
 * - No input may be empty.
 */
import type { WebGPUProgram } from '@tensorflow/tfjs-backend-webgpu';
import type { DataId, DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { checkSize, sizeOf } from '../call/shapes.js';
import { inputsOf, type Plan } from '../call/plan.js';
import { env } from '../tfjs/seam.js';
import { BYTES, tooLarge, type WebGPUBackend } from './backend.js';
import { WORKGROUP_SIZE } from './strategy.js';

/** WGSL functions, and what they read. */
export interface Part {
  /** Tensors by name, which the code reads in units of `width` values. */
  inputs?: Record<string, TensorInfo>;
  /** Tensors that it reads value by value. */
  singles?: Record<string, TensorInfo>;
  /** Tensors of pairs of a slice and a site. */
  pairs?: Record<string, TensorInfo>;
  /** Uniforms, i32 each, or arrays of vectors of four. */
  numbers?: Record<string, number | number[][]>;
  functions?: string;
  /** The parts whose functions it calls. */
  parts?: readonly Part[];
}

/** A program. */
export interface Run extends Part {
  /** The name in `tf.time` and WebGPU's labels. */
  name: string;
  /** The tensor that the code writes, named `result`. */
  output: TensorInfo;
  /** The dtype of `result` in the code; by default int32, which keeps the bits of floats. */
  writes?: 'float32' | 'int32';
  atomic?: boolean;
  /** Tensors that the code writes too, as atomic integers. */
  alsoWrites?: Record<string, TensorInfo>;
  /** The number of values in a unit of `inputs` and `result`. */
  width?: 1 | 4;
  /** The width of units in `result`, if different. */
  resultWidth?: 1 | 2;
  threads: number;
  /** The code of thread number `i`. */
  body: string;
  /** Code that a thread runs when all threads of its workgroup have done that. */
  afterwards?: string;
}

/** Runs the programs of a call, and makes the tensors that they write. */
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

  /** Runs a program. tfjs batches it with others, times it, and skips it in compile-only mode. */
  run(run: Run): void {
    const { output, writes = 'int32' } = run;
    const { program, inputs, uniforms } = programOf(run);
    this.backend.runWebGPUProgram(
      program,
      inputs.map((tensor) => presented(this.bindable(tensor), tensor.dtype)),
      writes,
      uniforms.map((data) => ({ type: 'int32', data })),
      presented(output, writes),
    );
  }

  /** Returns a tensor to bind: for an empty one, which cannot be bound, a slice that programs read but do not use. */
  private bindable(tensor: TensorInfo): TensorInfo {
    if (sizeOf(tensor.shape) > 0) return this.inOwnDtype(tensor);
    return this.output([this.plan.sliceSize], tensor.dtype);
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

  /**
   * Returns an output over the buffer of a tensor, which is empty once the output is finished; null if others have that
   * buffer. They are looked for only if there may be some.
   */
  takeOver(tensor: TensorInfo, mayBeShared: boolean): TensorInfo | null {
    const { dataId } = tensor;
    const { refCount, external } = this.backend.tensorMap.get(dataId);
    if (mayBeShared && (refCount > 1 || external)) return null;
    this.backend.incRef(dataId);
    return this.keep({ ...tensor });
  }

  /** Moves a buffer that was taken over to a new record. What is known by the old one goes with that. */
  finish(output: TensorInfo): TensorInfo {
    const { tensorMap, commandQueueOwnedIds } = this.backend;
    const record = tensorMap.get(output.dataId);
    if (record.refCount === 1) return output;
    const moved = this.keep(this.backend.makeTensorInfo(output.shape, output.dtype));
    tensorMap.get(moved.dataId).resource = this.bufferOf(output);
    commandQueueOwnedIds.add(moved.dataId);
    // Disposing of the old record frees nothing then.
    record.resource = undefined;
    return moved;
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

/** Any shape will do: the code reads none. */
const SHAPE = [2];

/** Makes a program, with the tensors and the uniforms that it takes. */
function programOf(run: Run) {
  const { name, threads, width = 1 } = run;
  const parts = withParts(run);
  const ofWidth = (width: number, of: (part: Part) => Part['inputs']) =>
    [...entriesOf(parts, of)].map(([name, tensor]) => ({ name, tensor, width }));
  const inputs = [
    ...ofWidth(width, (part) => part.inputs),
    ...ofWidth(1, (part) => part.singles),
    ...ofWidth(2, (part) => part.pairs),
  ];
  const written = Object.entries(run.alsoWrites ?? {});
  const declared = written.map(
    ([name], n) => `@group(0) @binding(${1 + inputs.length + n})
var<storage, read_write> ${name} : array<atomic<i32>>;
`,
  );
  for (const [name, tensor] of written) inputs.push({ name: `${name}Input`, tensor, width });
  const numbers = [...entriesOf(parts, (part) => part.numbers).set('threads', threads)];
  const uniforms = numbers.map(([name, value]) => {
    const type = typeof value === 'number' ? 'i32' : `array<vec4<i32>, ${value.length}>`;
    return `${name} : ${type}, `;
  });
  const functions = parts.map(({ functions = '' }) => functions);
  const code = codeOf(run, [...declared, ...functions].join(''));
  const program: WebGPUProgram = {
    variableNames: inputs.map(({ name }) => name),
    variableComponents: inputs.map(({ width }) => width),
    outputComponent: run.resultWidth ?? width,
    outputShape: SHAPE,
    uniforms: uniforms.join(''),
    dispatchLayout: { x: [0] },
    dispatch: [Math.ceil(threads / WORKGROUP_SIZE), 1, 1],
    workgroupSize: [WORKGROUP_SIZE, 1, 1],
    atomic: run.atomic ?? false,
    shaderKey: `gatherScatter ${name} ${width} ${inputs.map((input) => input.width).join('')} | ${uniforms.join('')}${code}`,
    getUserCode: () => code,
  };
  return {
    // tfjs reads a program's name from its constructor.
    program: Object.assign(program, { constructor: { name } }),
    inputs: inputs.map(({ tensor }) => tensor),
    uniforms: numbers.flatMap(([, value]) => (typeof value === 'number' ? [[value]] : value)),
  };
}

// tfjs starts more threads than requested: whole workgroups, in squares.
const codeOf = ({ body, afterwards }: Run, functions: string): string => `${functions}
fn thread(i : i32) {
  if (i >= uniforms.threads) { return; }
${body}
}
fn main(i : i32) {
  thread(i);
${afterwards ? `  workgroupBarrier();\n${afterwards}` : ''}
}`;

function withParts(part: Part): Part[] {
  return [part, ...(part.parts ?? []).flatMap(withParts)];
}

/** Returns what parts have, by name; parts that read the same have it under the same name. */
function entriesOf<T>(
  parts: Part[],
  of: (part: Part) => Record<string, T> | undefined,
): Map<string, T> {
  return new Map(parts.flatMap((part) => Object.entries(of(part) ?? {})));
}

function presented({ dataId }: TensorInfo, dtype: DataType): TensorInfo {
  return { dataId, shape: SHAPE, dtype };
}
