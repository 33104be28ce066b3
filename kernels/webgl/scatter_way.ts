/**
 * The choice between drawing updates and scanning them, and the flags in tfjs' environment. Like tfjs' own
 * flags, they can be set in a page's URL.
 */
import { wordOf } from '../registry/flags.js';
import { type IndexGeometry, linesOf } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { env } from '../tfjs/seam.js';
import { combineOf } from './combine.js';
import { canBlend, type Context } from './context.js';
import { READS_PER_TRIANGLE } from './strategy.js';

/** How to scatter: 'auto' chooses; 'drawn' and 'scanned' force one way, for tests. */
const STRATEGY = 'GATHER_SCATTER_STRATEGY';

const STRATEGIES = ['auto', 'drawn', 'scanned'] as const;

export function registerFlags(): void {
  env().registerFlag(STRATEGY, () => 'auto');
}

/**
 * Returns whether to draw the updates, which costs outputs + updates. Otherwise every output scans them,
 * which needs fewer GPU features but costs outputs × the length of the scan.
 */
export function scattersByDrawing(context: Context, plan: ScatterPlan): boolean {
  // gl_VertexID and textures in vertex shaders need WebGL 2.
  const canDraw = context.version === 2 && (!combineOf(plan).blend || canBlend(context));
  const flag = wordOf(STRATEGY, STRATEGIES);
  return canDraw && (flag === 'auto' ? !isShortScan(plan.target.geometry) : flag === 'drawn');
}

/** Returns whether so few updates can reach an output that scanning them is cheaper than drawing them. */
function isShortScan(geometry: IndexGeometry): boolean {
  const reads = geometry.dataSize * (linesOf(geometry).length + 1);
  return reads <= READS_PER_TRIANGLE * geometry.siteCount;
}
