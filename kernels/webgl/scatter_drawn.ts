/**
 * Scattering in linear time. Data is copied to the output. Then a triangle is drawn at the place of each slice, or
 * a point at that of each single value, and blended with the values there. WebGL draws in the order of the vertices, so
 * the last of several updates wins and sums are added in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { combineOf, startingCall } from './combine.js';
import { copy, type Draw, draw } from './draw.js';
import { updatesOf } from './glsl_reads.js';
import { offsets } from './glsl_sites.js';
import { COMPONENT, marksAt } from './marks.js';
import { roomLike, type Views } from './textures.js';
import { EMPTY, type Target } from './views.js';

/** Marks only the places where the update, or an included value of data, is NaN. */
const NAN = 'vec4(uintBitsToFloat(0x7fc00000u), 0, 0, 1)';

export function scatterDrawn(plan: ScatterPlan, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { tensor: data } = target;
  const start = startingCall(plan);
  const { blend } = combineOf(plan);
  const clears = attributes.dataIsZero && attributes.reduction === 'add';
  const { data: values = EMPTY, ...others } = views.ofInputs(plan, clears ? ['data'] : []);
  const { tensor, view } = views.output(
    data.shape,
    data.dtype,
    roomLike(values, target.geometry.dataSize),
  );
  const drawMarks = (call: ScatterPlan, colour?: string, how: Partial<Draw> = {}) => {
    const inputs = colour === NAN ? { data: values, ...others } : others;
    draw(views, { ...marksOf(call, view, colour), inputs, ...how });
  };
  if (!clears) copy(views, values, view);
  if (start) drawMarks(start);
  drawMarks(plan, blend?.colour, { blend, clears });
  // Blending may drop a NaN.
  const isExtremum = blend?.equation === 'MAX' || blend?.equation === 'MIN';
  if (isExtremum && data.dtype === 'float32') drawMarks(plan, NAN);
  return tensor;
}

/** Declares what draws a mark at the place of every update, except at dropped sites. */
function marksOf(
  plan: ScatterPlan,
  target: Target,
  colour = 'vec4(update, 0, 0, 1)',
): Omit<Draw, 'inputs'> {
  const { attributes, read } = plan;
  const { sliceSize, siteCount } = plan.target.geometry;
  // A weight without heads is read once for each site.
  const isPerSite = read.by.weights?.per === 'slice';
  const isNaN = (update: string, place: string) =>
    `(isNaN(${update})${attributes.includeSelf ? ` || isNaN(fetchData(${place}))` : ''})`;
  const points = sliceSize === 1;
  // A point is left out in the vertex shader, which is cheaper than to discard it.
  const isLeftOut =
    points && colour === NAN
      ? `  if (offset >= Num(0) && !${isNaN('readAt(mark, source, Num(0), offset)', 'offset')}) offset = Num(-1);\n`
      : '';
  const find = `  siteNumber = mark;
  source = sourceOf(mark);
${isPerSite ? '  weight = fetchWeights(mark);\n' : ''}  Num offset = placeOf(mark);
${isLeftOut}`;
  return {
    name: 'ScatterTrianglesProgram',
    target,
    functions: [
      offsets('place', plan.target),
      ...updatesOf(plan, isPerSite ? { weights: 'weight' } : {}),
    ],
    // The vertex shader computes places and sources, and a point is one fragment.
    rarelyRead: points ? /^/ : /^(place|source|indices)/,
    ...marksAt(target, sliceSize, siteCount, find, [
      'Num siteNumber',
      'Num source',
      'float weight',
    ]),
    fragment: `${COMPONENT}  float update = readAt(siteNumber, source, component, outputIndex());
${colour === NAN ? `  if (!${isNaN('update', 'outputIndex()')}) discard;\n` : ''}  result = ${colour};
`,
  };
}
