/**
 * tfjs' webgl backend and its WebGL context: the parts that the kernels use, the programs, the range of numbers, and
 * timers.
 */
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';

import type { Limits, NumericDtype } from '../call/dtypes.js';
import { type CallError, show, wrong } from '../call/errors.js';
import { checkSize } from '../call/inputs.js';
import { indexedEndsOf, type Plan } from '../call/plan.js';
import { env, type HostBackend } from '../tfjs/seam.js';

type Gpgpu = MathBackendWebGL['gpgpu'];

/** What older tfjs lacks. */
type Newer = 'buildVao' | 'bindVertexArray';

/** Members that tfjs declares private: they time draws and uploads. */
interface Timers {
  /** The list that the current measurement fills; null or missing if there is none. */
  activeTimers?: { name: string; query: Promise<number> }[] | null;
  /** Milliseconds spent on uploads since the last measurement. */
  uploadWaitMs: number;
  startTimer(): object;
  endTimer(query: object): object;
  getQueryTime(query: object): Promise<number>;
}

/** The parts of tfjs' webgl backend that the kernels use. */
export type WebGLBackend = { gpgpu: Omit<Gpgpu, Newer> & Partial<Pick<Gpgpu, Newer>> } & Pick<
  MathBackendWebGL,
  | 'texData'
  | 'makeTensorInfo'
  | 'uploadToGPU'
  | 'unpackTensor'
  | 'shouldExecuteOnCPU'
  | 'disposeData'
  | 'incRef'
  | 'readSync'
  | 'write'
> &
  Timers;

/** Narrows the backend, in a kernel registered for webgl. */
export function asWebGLBackend(backend: HostBackend): WebGLBackend {
  return backend as WebGLBackend;
}

export type GL = WebGLRenderingContext | WebGL2RenderingContext;

export type TfjsProgram = ReturnType<Gpgpu['createProgram']>;

/** A program that GL may still be compiling. */
export interface CompiledProgram {
  program: TfjsProgram;
  shaders: readonly WebGLShader[];
  /** Where its uniforms are; null until it is first used. Each is null if the GLSL compiler removed it. */
  uniforms: Record<'numbers' | 'floats', WebGLUniformLocation | null> | null;
}

export interface Context {
  gl: GL;
  version: 1 | 2;
  /** Whether a vertex shader may read a texture before draws into it are complete: Mesa's software driver does. */
  readsEarly: boolean;
  isSoftware: boolean;
  programs: Map<string, CompiledProgram>;
}

const contexts = new WeakMap<GL, Context>();

/** Returns the state for a backend's context, created at its first use. */
export function contextOf({ gpgpu }: WebGLBackend): Context {
  const gl: GL = gpgpu.gl;
  let context = contexts.get(gl);
  if (!context) {
    const version = 'createVertexArray' in gl ? 2 : 1;
    const renderer = rendererOf(gl);
    const readsEarly = renderer.includes('llvmpipe');
    const isSoftware = readsEarly || /SwiftShader|Basic Render/.test(renderer);
    context = { gl, version, readsEarly, isSoftware, programs: new Map() };
    contexts.set(gl, context);
  }
  return context;
}

/** Frees the state for a backend's context; a later call creates it again. */
export function disposeContext({ gpgpu }: WebGLBackend): void {
  for (const compiled of contexts.get(gpgpu.gl)?.programs.values() ?? []) {
    deleteProgram(gpgpu, compiled);
  }
  contexts.delete(gpgpu.gl);
}

export function deleteProgram(
  gpgpu: WebGLBackend['gpgpu'],
  { program, shaders }: CompiledProgram,
): void {
  for (const shader of shaders) gpgpu.gl.deleteShader(shader);
  gpgpu.deleteProgram(program);
}

/** Returns whether tfjs is to compile programs, all at once, and to draw nothing. */
export function compilesOnly(): boolean {
  return env().getBool('ENGINE_COMPILE_ONLY');
}

/** Returns whether textures hold half floats; tfjs lets users switch them on and off between calls. */
export function hasHalfFloats(): boolean {
  return !env().getBool('WEBGL_RENDER_FLOAT32_ENABLED');
}

/** Returns whether WebGL 2 can blend at the textures' precision. */
export function canBlend({ gl }: Context): boolean {
  return hasHalfFloats() || gl.getExtension('EXT_float_blend') !== null;
}

function rendererOf(gl: GL): string {
  const renderer = String(gl.getParameter(gl.RENDERER));
  // Firefox names the driver here, and warns about the extension that other browsers need.
  const masked = renderer.startsWith('WebKit') && gl.getExtension('WEBGL_debug_renderer_info');
  return masked ? String(gl.getParameter(masked.UNMASKED_RENDERER_WEBGL)) : renderer;
}

/** Returns the error to throw if the context is lost. */
export function lossOf({ gpgpu }: WebGLBackend): CallError | null {
  if (!gpgpu.gl.isContextLost()) return null;
  return wrong('the WebGL context is lost, and with it all data on the GPU', 'a live context');
}

/** Floats hold integers exactly up to this one. */
const IN_FLOAT = 2 ** 24;

/** Returns the range of a dtype in textures; int32 is stored as floats, too. */
export function limits(dtype: NumericDtype): Limits {
  if (hasHalfFloats()) return { lowest: -65504, highest: 65504, exactIntegers: 2 ** 11 };
  if (dtype === 'int32') {
    // The highest is the largest float below 2^31.
    return { lowest: -(2 ** 31), highest: 2 ** 31 - 2 ** 7, exactIntegers: IN_FLOAT };
  }
  const highest = 2 ** 128 - 2 ** 104;
  return { lowest: -highest, highest, exactIntegers: IN_FLOAT };
}

/**
 * Throws if the indices of an end, or in WebGL 1 places, may exceed the exact integers: an index beyond them would
 * silently become another one.
 */
export function checkPrecision(plan: Plan, { version }: Context): void {
  const limit = limits('int32').exactIntegers;
  const kind = hasHalfFloats() ? 'half floats' : 'floats';
  // The shaders of WebGL 1 compute with floats as well.
  const tooLarge = (size: number) =>
    size <= IN_FLOAT ? null : `at most ${IN_FLOAT}, the limit in WebGL 1`;
  for (const [name, { geometry, tensor }] of Object.entries(indexedEndsOf(plan))) {
    const { indexSizes, indexStrides, indexAxes } = geometry;
    // The other index of a pair has no stride here.
    const k = indexSizes.findIndex((size, k) => size > limit && indexStrides[k] > 0);
    if (k >= 0) {
      throw wrong(
        `${name} has length ${indexSizes[k]} on axis ${indexAxes[k]} (shape ${show(tensor.shape)})`,
        `at most ${limit}: the webgl backend keeps indices in ${kind}, which are exact only up to that number`,
      );
    }
    if (version === 1) checkSize(tensor.shape, `${name} has`, tooLarge);
  }
  if (version === 1) checkSize(plan.valuesShape, 'the values at the indices have', tooLarge);
}

/** Runs a draw; if tfjs is measuring, reports its time under this name. */
export function timed(backend: WebGLBackend, name: string, run: () => void): void {
  const { activeTimers } = backend;
  if (!activeTimers) {
    run();
    return;
  }
  const query = backend.startTimer();
  try {
    run();
  } finally {
    // WebGL does not allow a second query before the first has ended.
    backend.endTimer(query);
  }
  activeTimers.push({ name, query: backend.getQueryTime(query) });
}
