/**
 * Scattering in linear time, along any indices, if updates replace values or are added to them. Data is copied to the
 * output. Then each slice is drawn at its place, and sums are blended with the values there. WebGL draws in the order of
 * the vertices, so the last of several updates wins and sums are added in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { offsets, updatesOf } from './glsl_reads.js';
import { drawAtSlices } from './marks.js';
import type { Views } from './textures.js';

export function scatterDrawn(plan: ScatterPlan, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { data = null, ...inputs } = views.ofInputs(plan);
  return drawAtSlices(views, target, data, {
    name: 'ScatterTrianglesProgram',
    inputs,
    blends: attributes.reduction === 'add',
    functions: [offsets('place', target), ...updatesOf(plan)],
    // The vertex shader computes places and sources.
    rarelyRead: /^(place|source|indices)/,
    count: target.geometry.siteCount,
    find: `  siteNumber = mark;
  source = sourceOf(mark);
  Num offset = placeOf(mark);
`,
    varyings: ['Num siteNumber', 'Num source'],
    value: `  return readAt(siteNumber, source, component, i);
`,
  });
}
