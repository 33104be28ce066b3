/**
 * State for each WebGL context: its capabilities, programs and a vertex array. tfjs' own programs can only
 * draw its quad, so the kernels need their own.
 */
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';

import { env } from '../tfjs/seam.js';
import type { HostBackend } from '../tfjs/seam.js';

/** The parts of tfjs' webgl backend that the kernels use. */
export type WebGLBackend = Pick<
  MathBackendWebGL,
  | 'gpgpu'
  | 'texData'
  | 'makeTensorInfo'
  | 'uploadToGPU'
  | 'unpackTensor'
  | 'shouldExecuteOnCPU'
  | 'disposeData'
  | 'incRef'
  | 'readSync'
  | 'write'
>;

/** Narrows the backend, in a kernel registered for webgl. */
export function asWebGLBackend(backend: HostBackend): WebGLBackend {
  return backend as WebGLBackend;
}

export type GL = WebGLRenderingContext | WebGL2RenderingContext;

/** tfjs has methods for these, too, but not in 4.0. */
type VertexArrays = Pick<
  WebGL2RenderingContext,
  'createVertexArray' | 'bindVertexArray' | 'deleteVertexArray'
>;

export interface CompiledProgram {
  program: WebGLProgram;
  /** The uniform locations found so far; null if the GLSL compiler removed the uniform. */
  locations: Map<string, WebGLUniformLocation | null>;
}

/** The location of the attribute `corner` in WebGL 1. */
export const CORNER = 0;

export interface Context {
  gl: GL;
  version: 1 | 2;
  /** Whether a vertex shader may read a texture before draws into it are complete. */
  readsEarly: boolean;
  programs: Map<string, CompiledProgram>;
  vertexArrays: VertexArrays;
  vertexArray: WebGLVertexArrayObject | null;
  cornerBuffer: WebGLBuffer | null;
}

const contexts = new WeakMap<GL, Context>();

/** Returns the state for a backend's context, created at its first use. */
export function contextOf({ gpgpu }: WebGLBackend): Context {
  const gl: GL = gpgpu.gl;
  const context = contexts.get(gl) ?? createContext(gl);
  contexts.set(gl, context);
  return context;
}

/** Frees the state for a backend's context; a later call creates it again. */
export function disposeContext({ gpgpu }: WebGLBackend): void {
  const context = contexts.get(gpgpu.gl);
  if (!context) return;
  const { gl, programs, vertexArrays, vertexArray, cornerBuffer } = context;
  for (const { program } of programs.values()) gl.deleteProgram(program);
  vertexArrays.deleteVertexArray(vertexArray);
  gl.deleteBuffer(cornerBuffer);
  contexts.delete(gl);
}

/** Counts the programs of a backend's context, for tests of their limit. */
export function programCount(backend: WebGLBackend): number {
  return contexts.get(backend.gpgpu.gl)?.programs.size ?? 0;
}

function createContext(gl: GL): Context {
  const version = isWebGL2(gl) ? 2 : 1;
  const vertexArrays = vertexArraysOf(gl);
  const vertexArray = vertexArrays.createVertexArray();
  const cornerBuffer = gl.createBuffer();
  vertexArrays.bindVertexArray(vertexArray);
  if (version === 1) {
    // The corners of the covering triangle; in WebGL 2 they are computed from gl_VertexID.
    gl.bindBuffer(gl.ARRAY_BUFFER, cornerBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(CORNER);
    gl.vertexAttribPointer(CORNER, 2, gl.FLOAT, false, 0, 0);
  }
  vertexArrays.bindVertexArray(null);
  const readsEarly = isLlvmpipe(gl);
  const programs = new Map<string, CompiledProgram>();
  return { gl, version, readsEarly, programs, vertexArrays, vertexArray, cornerBuffer };
}

/** Returns the methods for vertex arrays, which WebGL 1 has in an extension. */
function vertexArraysOf(gl: GL): VertexArrays {
  if (isWebGL2(gl)) return gl;
  const extension = gl.getExtension('OES_vertex_array_object');
  if (!extension) throw new Error('The WebGL context lacks the extension OES_vertex_array_object.');
  return {
    createVertexArray: () => extension.createVertexArrayOES(),
    bindVertexArray(array) {
      extension.bindVertexArrayOES(array);
    },
    deleteVertexArray(array) {
      extension.deleteVertexArrayOES(array);
    },
  };
}

/** Returns whether textures hold half floats; tfjs lets users switch them on and off between calls. */
export function hasHalfFloats(): boolean {
  return !env().getBool('WEBGL_RENDER_FLOAT32_ENABLED');
}

/** Returns whether WebGL can blend at the textures' precision. */
export function canBlend({ gl, version }: Context): boolean {
  return version === 2 && (hasHalfFloats() || gl.getExtension('EXT_float_blend') !== null);
}

/** Detects Mesa's software driver, which runs vertex shaders before draws into their textures finish. */
function isLlvmpipe(gl: GL): boolean {
  const renderer = String(gl.getParameter(gl.RENDERER));
  // Firefox names the driver here, and warns about the extension that other browsers need.
  const masked = renderer.startsWith('WebKit') && gl.getExtension('WEBGL_debug_renderer_info');
  return (masked ? String(gl.getParameter(masked.UNMASKED_RENDERER_WEBGL)) : renderer).includes(
    'llvmpipe',
  );
}

function isWebGL2(gl: GL): gl is WebGL2RenderingContext {
  return 'createVertexArray' in gl;
}
