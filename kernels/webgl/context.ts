/**
 * State for each WebGL context: its capabilities and programs.
 */
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';

import { env } from '../tfjs/seam.js';
import type { HostBackend } from '../tfjs/seam.js';

type Gpgpu = MathBackendWebGL['gpgpu'];

/** What older tfjs lacks. */
type Newer = 'buildVao' | 'bindVertexArray';

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
>;

/** Narrows the backend, in a kernel registered for webgl. */
export function asWebGLBackend(backend: HostBackend): WebGLBackend {
  return backend as WebGLBackend;
}

export type GL = WebGLRenderingContext | WebGL2RenderingContext;

export type TfjsProgram = ReturnType<Gpgpu['createProgram']>;

export interface CompiledProgram {
  program: TfjsProgram;
  /** Where its uniforms are; null if the GLSL compiler removed them. */
  numbers: WebGLUniformLocation | null;
  floats: WebGLUniformLocation | null;
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
  for (const { program } of contexts.get(gpgpu.gl)?.programs.values() ?? []) {
    gpgpu.deleteProgram(program);
  }
  contexts.delete(gpgpu.gl);
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
