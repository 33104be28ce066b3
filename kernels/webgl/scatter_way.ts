/** The way of a scatter: its updates are drawn, or scanned from each output. */
import type { IndexGeometry } from '../contract/geometry.js';
import type { ScatterPlan } from '../contract/plan.js';
import { combineOf } from './combine.js';
import type { Context } from './context.js';
import { strategyFlag } from './flags.js';
import { scanOf } from './scan.js';
import { DRAWS_RECTANGLES_FROM, LOOKS_PER_POINT } from './strategy.js';

/**
 * True for drawing the updates, whose cost is outputs + updates. False for scanning them from every
 * output, which needs less of the GPU but costs outputs × the length of the scan.
 */
export function scattersByDrawing(context: Context, plan: ScatterPlan): boolean {
  const { drawn } = combineOf(plan);
  const canCombine = drawn === 'overwrites' || (drawn !== 'never' && context.blends);
  // The vertices' numbers and textures in vertex shaders are WebGL 2's.
  const canDraw = context.version === 2 && canCombine;
  const flag = strategyFlag(plan.attributes.caller);
  return canDraw && (flag === 'auto' ? !isShortScan(plan.geometry) : flag === 'drawn');
}

/** Returns whether so few updates reach an output that looking at them all costs less than their points. */
function isShortScan(geometry: IndexGeometry): boolean {
  const { dataSize, siteCount, sliceSize } = geometry;
  const looks = dataSize * (scanOf(geometry).length + 1);
  return sliceSize < DRAWS_RECTANGLES_FROM && looks <= LOOKS_PER_POINT * siteCount * sliceSize;
}
