/**
 * The kernels of the webgl backend: checks before anything is drawn, and the choice of method. They need WebGL 2.
 *
 *     reads        GLSL from sites to offsets and to what they read; gathers and dot products, which only read
 *     scatter      each output combines its updates, which the host has sorted; or updates are drawn at their places
 *     strategy     thresholds between methods
 *     program      what a program declares, its GLSL, compiled programs, and draws
 *     textures     textures as flat arrays, and their sizes; those that a call reads and makes; uploads
 *     indices      indices that the host knows; their order, and exact ones, in cached textures of integers
 *     context      tfjs' backend and its WebGL context: what is kept there, exact numbers, timers
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { wordFlag } from '../registry/flags.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import type { ScatterPlan } from '../call/plan.js';
import { copiedMemory, hostKernelsOver, hostOver, PLAIN_LOOPS, runProduct } from '../cpu/host.js';
import { gpuKernels } from '../gpu/kernels.js';
import {
  asWebGLBackend,
  canBlend,
  compilesOnly,
  contextOf,
  disposeContext,
  isWebGL2,
  limits,
  lossOf,
  tooLarge,
} from './context.js';
import { areFew, gpuValues, knownIndices, readIndices } from './indices.js';
import { dotOnGpu, gatherOnGpu } from './reads.js';
import { scatterDrawn, scatterOrdered } from './scatter.js';
import { Views } from './textures.js';

/** How to scatter: 'auto' chooses; 'drawn' and 'ordered' force one way where it is possible, for tests. */
const strategyFlag = wordFlag('GATHER_SCATTER_STRATEGY', ['auto', 'drawn', 'ordered']);

const inWebGL2 = gpuKernels({
  backendOf: asWebGLBackend,
  valuesOf: gpuValues,
  lossOf,
  run(plan, backend, made) {
    const views = new Views(backend, contextOf(backend), made, knownIndices(plan, backend));
    if (plan.kind === 'dot') return dotOnGpu(plan, views);
    return plan.target ? scatterOnGpu(plan, views) : gatherOnGpu(plan, views);
  },
});

/** WebGL 1 lacks integers and vertex numbers, so the host computes all calls, as on any other backend. */
const inWebGL1 = hostKernelsOver(hostOver(copiedMemory, PLAIN_LOOPS), runProduct);

export const webglKernels: BackendKernels = {
  ...inWebGL2,
  run(plan, anyBackend) {
    const backend = asWebGLBackend(anyBackend);
    if (isWebGL2(backend)) return inWebGL2.run(plan, anyBackend);
    const loss = lossOf(backend);
    if (loss) throw loss;
    // Nothing can be read while tfjs only compiles, and there is nothing to compile.
    return compilesOnly()
      ? backend.makeTensorInfo(plan.shape, plan.dtype)
      : inWebGL1.run(plan, anyBackend);
  },
  limits,
  tooLarge,
  setUp: (backend) => {
    gpuValues(asWebGLBackend(backend));
  },
  dispose: (backend) => {
    disposeContext(asWebGLBackend(backend));
  },
};

/**
 * Chooses how to scatter. Outputs combine their updates in the order of known indices, unless drawing a few updates is
 * cheaper. Along other indices, updates are drawn if they replace values or are added, and blending is not missing.
 * Otherwise the indices are read back once.
 */
function scatterOnGpu(plan: ScatterPlan, views: Views): TensorInfo {
  const { context, known, backend } = views;
  const { target, combination, identity } = plan;
  const isSum = combination === 'add' && identity === null;
  const flag = strategyFlag();
  const areBest = flag === 'auto' ? !known.data || areFew(plan.siteCount, plan) : flag === 'drawn';
  if (areBest && (combination === 'replace' || (isSum && canBlend(context)))) {
    return scatterDrawn(plan, views);
  }
  return scatterOrdered(plan, known.data ?? readIndices(target.indices, backend), views);
}
