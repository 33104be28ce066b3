/**
 * The choice between drawing updates and scanning them.
 */
import { wordFlag } from '../registry/flags.js';
import { type IndexGeometry, linesOf } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { combineOf } from './combine.js';
import { canBlend, type Context } from './context.js';
import { READS_PER_TRIANGLE } from './strategy.js';

/** How to scatter: 'auto' chooses; 'drawn' and 'scanned' force one way, for tests. */
const strategyFlag = wordFlag('GATHER_SCATTER_STRATEGY', ['auto', 'drawn', 'scanned']);

/**
 * Returns whether to draw the updates, which costs outputs + updates. Otherwise every output scans them,
 * which needs fewer GPU features but costs outputs × the length of the scan.
 */
export function scattersByDrawing(context: Context, plan: ScatterPlan): boolean {
  // gl_VertexID and textures in vertex shaders need WebGL 2.
  const canDraw = context.version === 2 && (!combineOf(plan).blend || canBlend(context));
  const flag = strategyFlag();
  return canDraw && (flag === 'auto' ? !isShortScan(plan.target.geometry) : flag === 'drawn');
}

/** Returns whether so few updates can reach an output that scanning them is cheaper than drawing them. */
function isShortScan(geometry: IndexGeometry): boolean {
  const reads = geometry.dataSize * (linesOf(geometry).length + 1);
  return reads <= READS_PER_TRIANGLE * geometry.siteCount;
}
