/**
 * The kernels of the webgl backend: the checks before anything is drawn, and the choice of the way.
 *
 *     gather                                a fragment program computes each output
 *     scatter_drawn, scatter_shaders        updates are drawn at their places and blended
 *     scatter_scanned, scan, scan_shader    each output scans the updates that can reach it
 *       mean, copy                          sums to averages; a texture copied by a draw
 *       combine                             the ways to combine values: GLSL and blending
 *     strategy, flags                       the way that is taken
 *     precision, known_values               numbers that are exact; values that the host has
 *     draw, uniforms, program, timing       a draw, its uniforms, its program; its time
 *     covering, glsl, glsl_offsets          programs that compute each output; shared GLSL
 *     textures, upload, context             tensors as textures; state kept for a WebGL context
 */
import { env } from '@tensorflow/tfjs-core';
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { allDropped } from '../contract/all_dropped.js';
import type { BackendKernels } from '../contract/backend_kernels.js';
import { checkKnownIndices, gpuIndexRanges, knownGpuValues } from '../contract/known_values.js';
import { hasNoValues } from '../contract/plan.js';
import type { Plan } from '../contract/plan.js';
import { hostKernels } from '../cpu/host.js';
import { asWebGLBackend, contextOf, disposeContext } from './context.js';
import type { Context, WebGLBackend } from './context.js';
import { copyOnGpu } from './copy.js';
import { registerFlags } from './flags.js';
import { gatherOnGpu } from './gather.js';
import { gpuValues } from './known_values.js';
import { checkPrecision, limits } from './precision.js';
import { scatterDrawn } from './scatter_drawn.js';
import { scatterScanned } from './scatter_scanned.js';
import { scattersByDrawing } from './strategy.js';

export const webglKernels: BackendKernels = {
  gather(plan, host) {
    const backend = asWebGLBackend(host);
    const { data, indices, valuesShape } = plan;
    if (staysOnHost(backend, [data, indices])) return hostKernels.gather(plan, host);
    checkKnownIndices(plan, gpuValues(backend));
    if (hasNoValues(plan)) return allDropped(plan, backend);
    if (isCompileOnly()) return backend.makeTensorInfo(valuesShape, data.dtype);
    return gatherOnGpu(plan, backend, liveContext(plan, backend));
  },
  scatter(plan, host) {
    const backend = asWebGLBackend(host);
    const { data, indices, updates } = plan;
    if (staysOnHost(backend, [data, indices, updates])) return hostKernels.scatter(plan, host);
    checkKnownIndices(plan, gpuValues(backend));
    if (hasNoValues(plan) && (data.dtype !== 'bool' || plan.geometry.dataSize === 0)) {
      // Shares data's values under another reference, as tfjs' kernel Identity does.
      backend.incRef(data.dataId);
      return { ...data };
    }
    if (isCompileOnly()) return backend.makeTensorInfo(data.shape, data.dtype);
    const context = liveContext(plan, backend);
    if (hasNoValues(plan)) return copyOnGpu(plan, backend, context);
    const scatter = scattersByDrawing(context, plan) ? scatterDrawn : scatterScanned;
    return scatter(plan, backend, context);
  },
  knownValues: (tensor, host) => knownGpuValues(tensor, gpuValues(asWebGLBackend(host))),
  indexRanges: (indices, width, host) =>
    gpuIndexRanges(indices, width, gpuValues(asWebGLBackend(host))),
  limits,
  prepare: registerFlags,
  dispose: (host) => {
    disposeContext(asWebGLBackend(host));
  },
};

/** Returns whether the host computes: strings never leave it, and tfjs keeps some small tensors there. */
function staysOnHost(backend: WebGLBackend, tensors: TensorInfo[]): boolean {
  return tensors[0].dtype === 'string' || backend.shouldExecuteOnCPU(tensors);
}

/** Returns whether tfjs only compiles its programs; then draws are left out. */
function isCompileOnly(): boolean {
  return env().getBool('ENGINE_COMPILE_ONLY');
}

function liveContext(plan: Plan, backend: WebGLBackend): Context {
  const context = contextOf(backend);
  if (context.gl.isContextLost()) {
    throw new Error(
      `${plan.attributes.caller}: the WebGL context is lost, and what was on the GPU with it; ` +
        'expected a live one.',
    );
  }
  checkPrecision(plan, context);
  return context;
}
