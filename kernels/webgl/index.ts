/**
 * The kernels of the webgl backend: checks before anything is drawn, and the choice of method.
 *
 *     gather                 a fragment shader computes each output
 *     scatter_drawn          updates are drawn at their places and blended
 *     scatter_scanned        each output scans the updates that can reach it
 *       combine              how values combine: GLSL and blending
 *     dot                    a fragment shader computes each dot product
 *     strategy               thresholds between methods
 *     shader, draw           what a program declares, and its GLSL; draws, and compiled programs
 *     glsl, glsl_sites       shared GLSL: arrays; from sites to offsets, and to updates
 *     textures               tensors as textures
 *     context                tfjs' backend and its WebGL context: programs, exact numbers, timers
 */
import { linesOf } from '../call/geometry.js';
import { wordFlag } from '../registry/flags.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import type { GpuValues } from '../gpu/known_values.js';
import type { Plan, ScatterPlan } from '../call/plan.js';
import { gpuKernels } from '../gpu/kernels.js';
import {
  asWebGLBackend,
  canBlend,
  checkPrecision,
  compilesOnly,
  type Context,
  contextOf,
  disposeContext,
  limits,
  lossOf,
  type WebGLBackend,
} from './context.js';
import { combineOf } from './combine.js';
import { dotOnGpu } from './dot.js';
import { gatherOnGpu } from './gather.js';
import { scatterDrawn } from './scatter_drawn.js';
import { scatterScanned } from './scatter_scanned.js';
import { READS_PER_TRIANGLE } from './strategy.js';
import { tooLarge, Views } from './textures.js';

/** How to scatter: 'auto' chooses; 'drawn' and 'scanned' force one way, for tests. */
const strategyFlag = wordFlag('GATHER_SCATTER_STRATEGY', ['auto', 'drawn', 'scanned']);

export const webglKernels: BackendKernels = {
  ...gpuKernels({
    backendOf: asWebGLBackend,
    valuesOf: gpuValues,
    run(plan, backend, made) {
      const context = liveContext(plan, backend);
      const views = new Views(backend, context, made);
      if (plan.kind === 'gather') return gatherOnGpu(plan, views);
      if (plan.kind === 'dot') return dotOnGpu(plan, views);
      return (scattersByDrawing(context, plan) ? scatterDrawn : scatterScanned)(plan, views);
    },
  }),
  compilesPerShape: true,
  limits,
  tooLarge,
  lossOf: (host) => lossOf(asWebGLBackend(host)),
  dispose: (host) => {
    disposeContext(asWebGLBackend(host));
  },
};

function gpuValues(backend: WebGLBackend): GpuValues {
  return {
    dataOf({ dataId }) {
      const record = backend.texData.get(dataId);
      // tfjs makes a list for each upload; it may take the texture itself from its pool again.
      return { record, upload: () => (record.texture && record.texShape) ?? null };
    },
    onHost({ dataId }) {
      const { values, slice } = backend.texData.get(dataId);
      // For a tensor that tfjs sliced from another, these are the other tensor's values.
      return slice ? null : (values ?? null);
    },
    // What has not been drawn cannot be read.
    readBack: ({ dataId }) => (compilesOnly() ? null : backend.readSync(dataId)),
  };
}

/**
 * Returns whether to draw the updates, which costs outputs + updates. Otherwise every output scans them,
 * which needs fewer GPU features but costs outputs × the length of the scan.
 */
function scattersByDrawing(context: Context, plan: ScatterPlan): boolean {
  // gl_VertexID and textures in vertex shaders need WebGL 2.
  const canDraw = context.version === 2 && (!combineOf(plan).blend || canBlend(context));
  const flag = strategyFlag();
  if (!canDraw || flag !== 'auto') return canDraw && flag === 'drawn';
  const { geometry } = plan.target;
  const reads = geometry.dataSize * (linesOf(geometry).length + 1);
  return reads > READS_PER_TRIANGLE * geometry.siteCount;
}

function liveContext(plan: Plan, backend: WebGLBackend): Context {
  const loss = lossOf(backend);
  if (loss) throw loss;
  const context = contextOf(backend);
  checkPrecision(plan, context);
  return context;
}
