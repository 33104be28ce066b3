/**
 * Programs on tfjs' webgpu backend. tfjs compiles each once, and keeps it by a key that has the ranks
 * of tensors and some relations of their shapes. So all tensors are presented with the same shape:
 * programs index flat memory and depend on no shape.
 *
 * A mistake in a program throws nothing. WebGPU drops all programs of the batch, those of others too,
 * and reports an uncaptured error. Three rules of tfjs keep from it:
 *
 * - A program has one output, which may not be among its inputs.
 * - It must use each input, and a uniform.
 * - No input may be empty.
 */
import type { WebGPUProgram } from '@tensorflow/tfjs-backend-webgpu';
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import type { IndexGeometry } from '../contract/geometry.js';
import type { WebGPUBackend } from './backend.js';
import { mostPerThread } from './shares.js';
import { WORKGROUP_SIZE } from './strategy.js';

/** A program and what it runs on. */
export interface Run {
  /** Its name in `tf.time` and in WebGPU's labels; begins the key of its pipeline. */
  name: string;
  /** All that the code depends on, besides the dtypes of the tensors and `width`. */
  variant?: string;
  /** The tensors that it reads, by their names in the code. */
  inputs: Record<string, TensorInfo>;
  /** The tensor that it writes, `result` in the code; fresh ones hold what others left. */
  output: TensorInfo;
  /** The dtype of `result` in the code, by default int32: floats keep their bits. */
  writes?: 'float32' | 'int32';
  /** Whether `result` is an array of atomics. */
  atomic?: boolean;
  /** The names of arrays that the code reads or writes by pairs. */
  pairs?: readonly string[];
  /** The values of a unit, in which the code reads and writes the arrays of `VALUES`. */
  width?: 1 | 4;
  /** The same of `result`, where it differs. */
  resultWidth?: 1;
  threads: number;
  /** Whether a thread is so short that one had better do the work of several, if there are many. */
  isShort?: boolean;
  /** Uniforms, i32 each. */
  numbers?: Record<string, number>;
  /** The geometry that `wgsl_slices.ts` reads from `uniforms.geometry`. */
  geometry?: IndexGeometry;
  /** Writes the code: functions, and the body of a thread, whose number is `i`. */
  code: () => { functions?: string; body: string };
}

/** The names of arrays that hold units of slices. */
const VALUES = ['data', 'updates', 'pieces', 'result', 'x', 'sourceLike', 'dataLike'];

/** Any shape: the code reads none. */
const SHAPE = [2];

/** Runs a program. tfjs batches it with others, times it, and in compile-only mode leaves it out. */
export function runProgram(backend: WebGPUBackend, run: Run): void {
  const { variant = '', inputs, output, writes = 'int32', threads, numbers = {}, geometry } = run;
  const { pairs = [], width = 1 } = run;
  const vectors = geometry ? geometryVectors(geometry) : [];
  const stride = run.isShort ? strideOf(threads) : threads;
  const values = { threads, stride, ...numbers };
  const names = Object.keys(inputs);
  const components = (name: string) => {
    if (pairs.includes(name)) return 2;
    if (name === 'result' && run.resultWidth) return run.resultWidth;
    return VALUES.includes(name) ? width : 1;
  };
  const program: WebGPUProgram = {
    variableNames: names,
    variableComponents: names.map(components),
    outputComponent: components('result'),
    outputShape: SHAPE,
    uniforms: declarations(Object.keys(values), vectors.length),
    dispatchLayout: { x: [0] },
    dispatch: [Math.ceil(stride / WORKGROUP_SIZE), 1, 1],
    workgroupSize: [WORKGROUP_SIZE, 1, 1],
    atomic: run.atomic ?? false,
    shaderKey: `gatherScatter ${run.name} ${variant} ${width} | ${pairs.join(' ')} ${vectors.length}`,
    getUserCode() {
      const { functions = '', body } = run.code();
      return functions + (run.isShort ? mainOfSeveral(body) : mainOfOne(body));
    },
  };
  backend.runWebGPUProgram(
    named(run.name, program),
    Object.values(inputs).map((input) => presented(input, input.dtype)),
    writes,
    [...Object.values(values).map((value) => [value]), ...vectors].map((data) => ({
      type: 'int32',
      data,
    })),
    presented(output, writes),
  );
}

// tfjs starts more threads than asked for: whole workgroups, and squares of them.

function mainOfOne(body: string): string {
  return `
fn main(i : i32) {
  if (i >= uniforms.threads) { return; }
${body}
}`;
}

/** Compilers make a loop of a function that returns early, so long threads are not called this way. */
function mainOfSeveral(body: string): string {
  return `
fn each(i : i32) {
${body}
}
fn main(thread : i32) {
  if (thread >= uniforms.stride) { return; }
  for (var i = thread; i < uniforms.threads; i += uniforms.stride) { each(i); }
}`;
}

/** Returns the number of threads that share the numbers below `count`, each with every so many. */
function strideOf(count: number): number {
  return Math.ceil(count / mostPerThread(count));
}

function presented({ dataId }: TensorInfo, dtype: DataType): TensorInfo {
  return { dataId, shape: SHAPE, dtype };
}

/** Gives a program its name, which tfjs takes from the constructor. */
function named(name: string, program: WebGPUProgram): WebGPUProgram {
  const constructor = Object.defineProperty(() => undefined, 'name', { value: name });
  return Object.assign(program, { constructor });
}

function declarations(names: string[], vectorCount: number): string {
  const numbers = names.map((name) => `${name} : i32, `).join('');
  return vectorCount === 0 ? numbers : `${numbers}geometry : array<vec4<i32>, ${vectorCount}>, `;
}

/**
 * Packs a geometry, counted in slices, into vectors: the length and stride of a dimension of sites,
 * and the stride and size of an index. All offsets are multiples of sliceSize.
 */
function geometryVectors(geometry: IndexGeometry): number[][] {
  const { siteShape, siteStrides, indexStrides, indexSizes, sliceSize } = geometry;
  const count = Math.max(siteShape.length, indexSizes.length);
  return Array.from({ length: count }, (_, n) => [
    siteShape[n] ?? 1,
    (siteStrides[n] ?? 0) / sliceSize,
    (indexStrides[n] ?? 0) / sliceSize,
    indexSizes[n] ?? 1,
  ]);
}
