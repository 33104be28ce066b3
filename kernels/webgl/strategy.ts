/**
 * Which way a scatter goes, with the reasons.
 */
import { asNumeric } from '../../src/dtypes.js';
import type { ScatterPlan } from '../../src/plan.js';
import { REDUCTIONS } from '../../src/reductions/table.js';
import type { Context } from './context.js';
import { strategyFlag } from './flags.js';

/**
 * True for drawing the updates, whose cost is outputs + updates; false for scanning them from every
 * output, which needs less of the GPU but costs outputs × the length of the scan.
 */
export function scattersByDrawing(context: Context, plan: ScatterPlan): boolean {
  const { combine, averages } = REDUCTIONS[plan.reduction];
  const needsBlending = combine[asNumeric(plan.data.dtype)].blend !== null || averages === true;
  // The vertices' numbers and textures in vertex shaders are WebGL 2's.
  const canDraw = context.version === 2 && (context.blends || !needsBlending);
  return canDraw && strategyFlag() !== 'scanned';
}
