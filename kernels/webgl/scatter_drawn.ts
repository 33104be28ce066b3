/**
 * Scattering in linear time, along any indices, if updates replace values or are added to them. Data is copied to the
 * output. Then each slice is drawn at its place, and sums are blended with the values there. WebGL draws in the order of
 * the vertices, so the last of several updates wins and sums are added in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { copy, draw } from './draw.js';
import { updatesOf } from './glsl_reads.js';
import { offsets } from './glsl_sites.js';
import { COMPONENT, marksAt } from './marks.js';
import type { Views } from './textures.js';
import { EMPTY, roomLike } from './views.js';

export function scatterDrawn(plan: ScatterPlan, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { tensor: data, geometry } = target;
  const clears = attributes.dataIsZero;
  const { data: values = EMPTY, ...inputs } = views.ofInputs(plan, clears ? ['data'] : []);
  const room = roomLike(values, geometry.dataSize);
  const { tensor, view } = views.output(data.shape, data.dtype, { room });
  if (!clears) copy(views, values, view);
  const find = `  siteNumber = mark;
  source = sourceOf(mark);
  Num offset = placeOf(mark);
`;
  draw(views, {
    name: 'ScatterTrianglesProgram',
    target: view,
    inputs,
    blends: attributes.reduction === 'add',
    clears,
    functions: [offsets('place', target), ...updatesOf(plan)],
    // The vertex shader computes places and sources.
    rarelyRead: /^(place|source|indices)/,
    ...marksAt(view, geometry.sliceSize, geometry.siteCount, find, [
      'Num siteNumber',
      'Num source',
    ]),
    value: `${COMPONENT}  return readAt(siteNumber, source, component, i);
`,
  });
  return tensor;
}
