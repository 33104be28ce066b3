/**
 * Programs on tfjs' webgpu backend. tfjs compiles each program once and caches it by a key, here its code, to
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
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import type { WebGPUBackend } from './backend.js';
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

/** Any shape will do: the code reads none. */
const SHAPE = [2];

/**
 * Runs a program. tfjs batches it with others, times it, and skips it in compile-only mode. `bound` returns the
 * tensor to bind for an input.
 */
export function runProgram(
  backend: WebGPUBackend,
  run: Run,
  bound: (input: TensorInfo) => TensorInfo,
): void {
  const { name, output, writes = 'int32', threads, width = 1 } = run;
  const parts = withParts(run);
  const ofWidth = (width: number, of: (part: Part) => Part['inputs']) =>
    [...entriesOf(parts, of)].map(([name, tensor]) => ({ name, tensor, width }));
  const inputs = [
    ...ofWidth(width, (part) => part.inputs),
    ...ofWidth(1, (part) => part.singles),
    ...ofWidth(2, (part) => part.pairs),
  ];
  const written = Object.entries(run.alsoWrites ?? {});
  const outputs = written.map(
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
  // tfjs starts more threads than requested: whole workgroups, in squares.
  const code = `${outputs.join('')}${parts.map(({ functions = '' }) => functions).join('')}
fn thread(i : i32) {
  if (i >= uniforms.threads) { return; }
${run.body}
}
fn main(i : i32) {
  thread(i);
${run.afterwards ? `  workgroupBarrier();\n${run.afterwards}` : ''}
}`;
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
  const values = numbers.flatMap(([, value]) => (typeof value === 'number' ? [[value]] : value));
  backend.runWebGPUProgram(
    // tfjs reads a program's name from its constructor.
    Object.assign(program, { constructor: { name } }),
    inputs.map(({ tensor }) => presented(bound(tensor), tensor.dtype)),
    writes,
    values.map((data) => ({ type: 'int32', data })),
    presented(output, writes),
  );
}

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
