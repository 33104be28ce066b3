/**
 * The kernels of the webgl backend: checks before anything is drawn, and the choice of method.
 *
 *     gather                                a fragment shader computes each output
 *     scatter_drawn                         updates are drawn at their places and blended
 *     scatter_scanned                       each output scans the updates that can reach it
 *       combine                             how values combine: GLSL and blending
 *     dot                                   a fragment shader computes each dot product
 *     scatter_way, strategy                 the choice of method
 *     precision                             ranges of exact numbers
 *     shader                                what a program declares, and its GLSL
 *     draw, timing                          a draw, its program and time
 *     glsl, glsl_offsets, glsl_updates      shared GLSL: arrays, from sites to offsets, updates at sources
 *     textures, upload                      tensors as textures
 *     context                               state for each WebGL context
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { wrong } from '../call/errors.js';
import { env } from '../tfjs/seam.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import type { GpuValues } from '../gpu/known_values.js';
import { indexedEndOf, type Plan } from '../call/plan.js';
import { gpuKernels } from '../gpu/kernels.js';
import { asWebGLBackend, contextOf, disposeContext } from './context.js';
import type { Context, WebGLBackend } from './context.js';
import { dotOnGpu } from './dot.js';
import { gatherOnGpu } from './gather.js';
import { checkPrecision, limits } from './precision.js';
import { scatterDrawn } from './scatter_drawn.js';
import { scatterScanned } from './scatter_scanned.js';
import { scattersByDrawing } from './scatter_way.js';
import { refuse, Views } from './textures.js';

export const webglKernels: BackendKernels = {
  ...gpuKernels({
    backendOf: asWebGLBackend,
    valuesOf: gpuValues,
    run(plan, backend, made) {
      // In this mode, tfjs only compiles programs and skips all draws.
      if (env().getBool('ENGINE_COMPILE_ONLY')) {
        const data = indexedEndOf(plan).tensor;
        return backend.makeTensorInfo(
          plan.kind === 'scatter' ? data.shape : plan.valuesShape,
          data.dtype,
        );
      }
      return runCall(plan, new Views(backend, liveContext(plan, backend), made));
    },
  }),
  limits,
  refuse,
  dispose: (host) => {
    disposeContext(asWebGLBackend(host));
  },
};

function gpuValues(backend: WebGLBackend): GpuValues {
  const recordOf = ({ dataId }: TensorInfo) => backend.texData.get(dataId);
  return {
    recordOf,
    onHost(tensor) {
      const { values, slice } = recordOf(tensor);
      // For a tensor that tfjs sliced from another, these are the other tensor's values.
      return slice ? null : (values ?? null);
    },
    isOnGpu: (tensor) => Boolean(recordOf(tensor).texture),
    readBack: ({ dataId }) => backend.readSync(dataId),
  };
}

function runCall(plan: Plan, views: Views): TensorInfo {
  if (plan.kind === 'gather') return gatherOnGpu(plan, views);
  if (plan.kind === 'dot') return dotOnGpu(plan, views);
  return (scattersByDrawing(views.context, plan) ? scatterDrawn : scatterScanned)(plan, views);
}

function liveContext(plan: Plan, backend: WebGLBackend): Context {
  const context = contextOf(backend);
  if (context.gl.isContextLost()) {
    throw wrong('the WebGL context is lost, and with it all data on the GPU', 'a live context');
  }
  checkPrecision(plan, context);
  return context;
}
