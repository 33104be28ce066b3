/**
 * Checks of the inputs of the ops that gather rows along edges.
 */
import type { DataType } from '@tensorflow/tfjs-core';

import { show } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { fits, shapesFit } from '../../kernels/contract/shapes.js';
import type { Length } from '../../kernels/contract/shapes.js';
import { checkDtypeOfX } from '../segment/run_segments.js';
import type { GatherSegmentOp } from './ops.js';

/** The inputs of an op, or a fact about each. */
export interface Edgewise<Fact> {
  x: Fact;
  sources: Fact;
  targets: Fact;
  weights?: Fact;
}

export function checkDtypes(
  op: GatherSegmentOp,
  { x, sources, targets, weights }: Edgewise<DataType>,
  empty?: number,
): void {
  const { caller } = op;
  checkDtypeOfX(op, x, empty);
  checkDtype(caller, 'sources', sources, 'int32');
  checkDtype(caller, 'targets', targets, 'int32');
  if (weights === undefined) return;
  checkDtype(caller, 'weights', weights, 'float32');
  checkDtype(caller, 'x', x, 'float32', ', because it has weights');
}

/** Checks the shapes of the inputs, and returns the shape of the result. */
export function resultShape<L extends Length>(
  { caller }: GatherSegmentOp,
  { x, sources, targets, weights }: Edgewise<L[]>,
  count: number,
  batchDims: number,
): (L | number)[] {
  if (x.length <= batchDims) {
    throw new Error(
      `${caller}: x has shape ${show(x)}, expected rows: rank ${batchDims + 1} or more.`,
    );
  }
  if (
    sources.length !== batchDims + 1 ||
    !shapesFit(sources.slice(0, batchDims), x.slice(0, batchDims))
  ) {
    const batch = batchDims > 0 ? `, ${show([x[0], 'edges'])}` : '';
    throw new Error(
      `${caller}: sources has shape ${show(sources)}, expected one index for each edge${batch}.`,
    );
  }
  if (!shapesFit(targets, sources)) {
    throw new Error(
      `${caller}: targets has shape ${show(targets)}, expected ${show(sources)}, the shape of sources.`,
    );
  }
  if (weights) checkWeights(caller, x.slice(batchDims), sources, weights);
  return [...x.slice(0, batchDims), count, ...x.slice(batchDims + 1)];
}

function checkWeights(caller: string, x: Length[], sources: Length[], weights: Length[]): void {
  const [, heads] = x;
  const isOne = weights.length === sources.length;
  const fitsHeads = weights.length === sources.length + 1 && x.length > 1;
  const last = weights[weights.length - 1];
  if (
    shapesFit(weights.slice(0, sources.length), sources) &&
    (isOne || (fitsHeads && fits(last, heads)))
  )
    return;
  const withHeads = x.length > 1 ? ` or ${show([...sources, heads])}` : '';
  throw new Error(
    `${caller}: weights has shape ${show(weights)}, expected ${show(sources)}${withHeads}: one for each ` +
      'edge, or for each edge and head.',
  );
}
