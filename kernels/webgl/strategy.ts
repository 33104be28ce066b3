/**
 * The ways of a scatter, and from where on each is taken. `npm run bench:webgl` times what each
 * threshold is between, in the rows that are named here.
 */
import type { IndexGeometry } from '../contract/geometry.js';
import type { ScatterPlan } from '../contract/plan.js';
import { combineOf } from './combine.js';
import type { Context } from './context.js';
import { strategyFlag } from './flags.js';
import { scanOf } from './scan.js';

/** From this length on a slice is drawn as a rectangle rather than as points. Rows "in slices of". */
export const DRAWS_RECTANGLES_FROM = 4;

/**
 * Looks at an update, by an output that scans, that take as long as a point that is drawn. Rows "looks
 * for each point".
 */
const LOOKS_PER_POINT = 12;

/**
 * The updates that one pass scans: WebGL 1 wants a constant, and a draw may not take too long. Row "in
 * one pass or two".
 */
export const UPDATES_PER_PASS = 256;

/**
 * Dimensions of sites are unrolled up to here: software and old GPUs are slow at short loops. Row
 * "unrolled or in a loop".
 */
export const UNROLLED_DIMENSIONS = 3;

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
