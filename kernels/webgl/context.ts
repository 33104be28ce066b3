/**
 * tfjs' webgl backend and its WebGL context: the parts that the kernels use, the programs, what textures hold, the range
 * of numbers, and timers.
 */
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import type { DataId } from '@tensorflow/tfjs-core';

import type { Limits, NumericDtype } from '../call/dtypes.js';
import { type CallError, wrong } from '../call/errors.js';
import { KeptOrders } from '../gpu/orders.js';
import { env, type AnyBackend } from '../tfjs/seam.js';
import { MAX_CACHED_BYTES, MAX_CACHED_TEXTURES } from './strategy.js';

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

/** Another such member: how many tensors have the texture of some data, which slices share. */
interface Slices {
  dataRefCount: WeakMap<DataId, number>;
}

export type WebGLBackend = Pick<MathBackendWebGL, keyof MathBackendWebGL> & Timers & Slices;

/** tfjs' record of some data. */
export type TextureRecord = ReturnType<WebGLBackend['texData']['get']>;

/** Narrows the backend, in a kernel registered for webgl. */
export function asWebGLBackend(backend: AnyBackend): WebGLBackend {
  return backend as WebGLBackend;
}

export type GL = WebGL2RenderingContext;

export type TfjsProgram = ReturnType<WebGLBackend['gpgpu']['createProgram']>;

/** A program that GL may still be compiling. */
export interface CompiledProgram {
  program: TfjsProgram;
  shaders: readonly WebGLShader[];
  /** Where its uniforms are; null until it is first used. Each is null if the GLSL compiler removed it. */
  uniforms: Record<'numbers' | 'floats', WebGLUniformLocation | null> | null;
}

/** A texture that holds a tensor's values in sequence, in the red channel. */
export interface View {
  texture: WebGLTexture | null;
  width: number;
  height: number;
  /** The texel of the tensor's first value: 0 unless tfjs sliced it from another tensor. */
  start: number;
  /** Whether any number but 0 means true: callers may have written any byte. */
  isBool: boolean;
  /** Set for textures of the package's own, which hold integers: lines have this power of two of texels. */
  lineBits?: number;
  /** Set for an unpacked copy of a packed tensor. */
  isCopy?: boolean;
}

/** A view that can be drawn into. */
export interface Target extends View {
  texture: WebGLTexture;
  /** Set if each texel holds two values of a row and the two below them, as tfjs packs them. */
  packed?: { columns: number; size: number };
}

/** Textures made from indices: these as integers, or the order of a call's sites. */
export interface Own {
  /** The indices themselves or, of an order, where its runs end. */
  main: View;
  /** The other textures of an order. */
  others: Partial<Record<'slices' | 'sites' | 'sources' | 'pieces', View>>;
  /** The number of touched slices, if an order lists them; otherwise null. */
  touched: number | null;
}

export const texturesOf = ({ main, others }: Own): View[] => [main, ...Object.values(others)];

export interface Context {
  gl: GL;
  /** Whether a vertex shader may read a texture before draws into it are complete: Mesa's software driver does. */
  readsEarly: boolean;
  isSoftware: boolean;
  programs: Map<string, CompiledProgram>;
  /** Cached textures of the package's own. */
  own: KeptOrders<Own>;
}

const contexts = new WeakMap<GL, Context>();

/** Returns whether the context is one of WebGL 2. The host computes all calls of WebGL 1. */
export function isWebGL2({ gpgpu }: WebGLBackend): boolean {
  return 'createVertexArray' in gpgpu.gl;
}

/** Returns the context of WebGL 2. */
const glOf = ({ gpgpu }: WebGLBackend) => gpgpu.gl as GL;

/** Returns the state for a backend's context, created at its first use. */
export function contextOf(backend: WebGLBackend): Context {
  const gl = glOf(backend);
  let context = contexts.get(gl);
  if (!context) {
    const renderer = rendererOf(gl);
    const readsEarly = renderer.includes('llvmpipe');
    const isSoftware = readsEarly || /SwiftShader|Basic Render/.test(renderer);
    const most = { bytes: MAX_CACHED_BYTES, objects: MAX_CACHED_TEXTURES };
    const own = new KeptOrders<Own>(most, (own) => {
      for (const { texture } of texturesOf(own)) gl.deleteTexture(texture);
    });
    context = { gl, readsEarly, isSoftware, programs: new Map(), own };
    contexts.set(gl, context);
  }
  return context;
}

/** Frees the state for a backend's context; a later call creates it again. */
export function disposeContext(backend: WebGLBackend): void {
  const gl = glOf(backend);
  const context = contexts.get(gl);
  for (const compiled of context?.programs.values() ?? []) deleteProgram(backend, compiled);
  context?.own.dispose();
  contexts.delete(gl);
}

export function deleteProgram({ gpgpu }: WebGLBackend, compiled: CompiledProgram): void {
  const { program, shaders } = compiled;
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

/** Returns whether blending works at the textures' precision. */
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

/** Returns how many values the largest texture holds. */
export function mostValues(): number {
  return env().getNumber('WEBGL_MAX_TEXTURE_SIZE') ** 2;
}

/** Says what is expected instead of a tensor that no texture can hold. */
export function tooLarge(size: number): string | null {
  const most = mostValues();
  return size <= most ? null : `at most ${most}, the size of the largest texture on this device`;
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
